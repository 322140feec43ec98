"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CopyField } from "../ui/copy.tsx";
import { TeamMailState } from "./team-mail-state.tsx";
import { invitationsQuery, type NewInvitation } from "./team-queries.ts";

type Props = {
  /** The operation's response with the link. null: closed. */
  invitation: NewInvitation | null;
  onClose: () => void;
};

/** The link of an invitation, shown only here, and whether its email was sent. An accidental click does not close it. */
export function TeamLinkDialog({ invitation, onClose }: Props) {
  const t = useTranslations("settings.invite");
  const invitations = useQuery(invitationsQuery(useWorkspaceId()));
  const listed = invitations.data?.find(({ id }) => id === invitation?.id);
  return (
    <Modal
      opened={invitation !== null}
      onClose={onClose}
      title={invitation ? t("made", { email: invitation.email }) : ""}
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        {listed ? <TeamMailState invitation={listed} /> : null}
        <Text size="sm">{t("linkHint")}</Text>
        {invitation?.link ? <CopyField label={t("link")} text={invitation.link} /> : null}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t("done")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
