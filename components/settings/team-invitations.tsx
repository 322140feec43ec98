"use client";

import { ActionIcon, Badge, Group, Table, Text, Tooltip } from "@mantine/core";
import { IconMail, IconSend, IconX } from "@tabler/icons-react";
import { useNow } from "../inbox/use-now.ts";
import { ROLE_NAMES } from "../shell/role-names.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { TeamMailState } from "./team-mail-state.tsx";
import { resendInvitation, revokeInvitation } from "./team-queries.ts";
import type { Invitation, NewInvitation } from "./team-queries.ts";
import { useTeamChange } from "./use-team-change.ts";

type Props = { invitations: Invitation[]; onResent: (invitation: NewInvitation) => void };

/** Who has not come yet. */
export function TeamInvitations({ invitations, onResent }: Props) {
  if (invitations.length === 0) {
    return (
      <EmptyFace
        icon={<IconMail size={24} aria-hidden />}
        title="Nobody is waited for"
        message="Invite a colleague, and they stand here until they come."
      />
    );
  }
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover layout="fixed" aria-label="Invitations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Invited</Table.Th>
          <Table.Th visibleFrom="sm" w={120}>
            Role
          </Table.Th>
          <Table.Th visibleFrom="sm" w={150}>
            Holds until
          </Table.Th>
          <Table.Th aria-label="Actions" w={104} />
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
  const workspaceId = useWorkspaceId();
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const resend = useTeamChange(() => resendInvitation({ workspaceId, id }));
  const revoke = useTeamChange(() => revokeInvitation({ workspaceId, id }));
  const askRevoke = () =>
    askFirst({
      title: `Withdraw the invitation of ${email}?`,
      message: "Its link stops working at once.",
      confirm: "Withdraw",
      onConfirm: () =>
        revoke.mutate(undefined, {
          onSuccess: () => done(`The invitation of ${email} is withdrawn`),
          onError: (error) => failed("The invitation was not withdrawn", error),
        }),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={550} truncate title={email}>
          {email}
        </Text>
        <TeamMailState invitation={invitation} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {ROLE_NAMES[role]} · <Term at={expiresAt} />
        </Text>
        {invitedBy ? (
          <Text size="xs" c="dimmed" truncate>
            Invited by {invitedBy}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td visibleFrom="sm">{ROLE_NAMES[role]}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Term at={expiresAt} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Tooltip label="Send again, with a new link">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Send the invitation of ${email} again`}
              loading={resend.isPending}
              onClick={() =>
                resend.mutate(undefined, {
                  onSuccess: onResent,
                  onError: (error) => failed("The invitation was not sent again", error),
                })
              }
            >
              <IconSend size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Withdraw">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Withdraw the invitation of ${email}`}
              onClick={askRevoke}
            >
              <IconX size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Until when the link holds, or that it does no more. */
function Term({ at }: { at: string }) {
  const now = useNow();
  if (Date.parse(at) < now) {
    return (
      <Badge variant="light" color="yellow">
        Run out
      </Badge>
    );
  }
  return <When at={at} />;
}
