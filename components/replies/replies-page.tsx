"use client";

import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cannedRepliesQuery, type CannedReply } from "../composer/canned-queries.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { RepliesEditor } from "./replies-editor.tsx";
import { RepliesTable } from "./replies-table.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";

/** The reply being edited. `reply` null: a new one. */
type Opened = { reply: CannedReply | null; isTeam: boolean };

/** Canned replies: the team's and the person's own. */
export function RepliesPage() {
  const t = useTranslations("composer.replies");
  const replies = useQuery(cannedRepliesQuery(useWorkspaceId()));
  const mayWriteTeam = useMay("MANAGE_CLIENTS") ?? false;
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <SettingsFrame isWide page="replies">
      <Stack gap="lg">
        {([true, false] as const).map((isTeam) => {
          const mayWrite = mayWriteTeam || !isTeam;
          return (
            <Panel
              key={String(isTeam)}
              flush
              title={isTeam ? t("team") : t("mine")}
              description={isTeam ? t("teamHint") : t("mineHint")}
              actions={
                mayWrite ? (
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    onClick={() => setOpened({ reply: null, isTeam })}
                  >
                    {t("add")}
                  </Button>
                ) : null
              }
            >
              <Loaded query={replies} failure={t("failure")} rows={3}>
                {(all) => (
                  <RepliesTable
                    label={isTeam ? t("team") : t("mine")}
                    replies={all.filter((reply) => reply.isTeam === isTeam)}
                    onEdit={mayWrite ? (reply) => setOpened({ reply, isTeam }) : null}
                  />
                )}
              </Loaded>
            </Panel>
          );
        })}
      </Stack>
      {opened ? <RepliesEditor {...opened} onClose={() => setOpened(null)} /> : null}
    </SettingsFrame>
  );
}
