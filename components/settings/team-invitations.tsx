"use client";

import { ActionIcon, Badge, Group, Table, Text, Tooltip } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useNow } from "../ui/use-now.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { RemoveButton } from "../ui/row-buttons.tsx";
import { TeamMailState } from "./team-mail-state.tsx";
import { resendInvitation, revokeInvitation, type Invitation, type NewInvitation } from "./team-queries.ts";
import { useTeamChange } from "./use-team-change.ts";

type Props = { invitations: Invitation[]; onResent: (invitation: NewInvitation) => void };

/** Pending invitations. */
export function TeamInvitations({ invitations, onResent }: Props) {
  const t = useTranslations("settings.invitations");
  const team = useTranslations("settings.team");
  if (invitations.length === 0) {
    return <EmptyFace picture="mail" title={t("empty")} message={t("emptyHint")} />;
  }
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover layout="fixed" aria-label={team("invitations")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("invited")}</Table.Th>
          <Table.Th visibleFrom="sm" w={120}>
            {team("role")}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={150}>
            {t("until")}
          </Table.Th>
          <Table.Th aria-label={team("actions")} w={104} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onResent={onResent} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function InvitationRow({ invitation, onResent }: { invitation: Invitation; onResent: Props["onResent"] }) {
  const t = useTranslations("settings.invitations");
  const roles = useTranslations("shell.roles");
  const workspaceId = useWorkspaceId();
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const resend = useTeamChange(() => resendInvitation({ workspaceId, id }));
  const revoke = useTeamChange(() => revokeInvitation({ workspaceId, id }));
  const askRevoke = () =>
    askFirst({
      title: t("question", { email }),
      message: t("message"),
      confirm: t("withdraw"),
      onConfirm: () =>
        revoke.mutate(undefined, {
          onSuccess: () => done(t("withdrawn", { email })),
          onError: (error) => failed(t("notWithdrawn"), error),
        }),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={500} truncate title={email}>
          {email}
        </Text>
        <TeamMailState invitation={invitation} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {roles(role)} · <Term at={expiresAt} />
        </Text>
        {invitedBy ? (
          <Text size="xs" c="dimmed" truncate>
            {t("by", { name: invitedBy })}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td visibleFrom="sm">{roles(role)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Term at={expiresAt} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Tooltip label={t("again")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("againName", { email })}
              loading={resend.isPending}
              onClick={() =>
                resend.mutate(undefined, {
                  onSuccess: onResent,
                  onError: (error) => failed(t("notSent"), error),
                })
              }
            >
              <IconSend size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t("withdraw")}>
            <RemoveButton aria-label={t("withdrawName", { email })} onClick={askRevoke} />
          </Tooltip>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** When the link expires, or that it has expired. */
function Term({ at }: { at: string }) {
  const t = useTranslations("settings.invitations");
  const now = useNow();
  if (Date.parse(at) < now) {
    return (
      <Badge variant="light" color="yellow">
        {t("runOut")}
      </Badge>
    );
  }
  return <When at={at} />;
}
