"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { TeamInvitations } from "./team-invitations.tsx";
import { TeamInviteDialog } from "./team-invite-dialog.tsx";
import { TeamLinkDialog } from "./team-link-dialog.tsx";
import { TeamMembers } from "./team-members.tsx";
import { invitationsQuery, membersQuery, type NewInvitation } from "./team-queries.ts";

/** Team members and pending invitations. */
export function TeamPage() {
  const t = useTranslations("settings.team");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const members = useQuery(membersQuery(workspaceId));
  const invitations = useQuery(invitationsQuery(workspaceId));
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const invite = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {t("invite")}
    </Button>
  );
  if (may === false) {
    return (
      <SettingsFrame isWide page="team">
        <Panel>
          <ForbiddenFace />
        </Panel>
      </SettingsFrame>
    );
  }
  return (
    <SettingsFrame isWide page="team">
      <Panel title={t("members")} description={t("membersHint")} actions={invite} flush>
        <Loaded query={members} failure={t("membersFailure")} shape="table">
          {(rows) => <TeamMembers members={rows} />}
        </Loaded>
      </Panel>
      <Panel title={t("invitations")} description={t("invitationsHint")} flush>
        <Loaded query={invitations} failure={t("invitationsFailure")} shape="table" rows={2}>
          {(rows) => <TeamInvitations invitations={rows} onResent={setMade} />}
        </Loaded>
      </Panel>
      <TeamInviteDialog
        opened={isInviting}
        onClose={() => setInviting(false)}
        onInvited={(invitation) => {
          setInviting(false);
          setMade(invitation);
        }}
      />
      <TeamLinkDialog invitation={made} onClose={() => setMade(null)} />
    </SettingsFrame>
  );
}
