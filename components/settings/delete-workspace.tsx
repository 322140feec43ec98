"use client";

import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useViewer } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import { deleteWorkspace } from "./team-queries.ts";

/** Deletes the workspace. Only its owner sees this. */
export function DeleteWorkspace() {
  const t = useTranslations("settings.delete");
  const viewer = useViewer();
  const [isAsking, setAsking] = useState(false);
  if (!viewer?.permissions.includes("DELETE_WORKSPACE")) return null;
  const { workspaceId, workspaceName } = viewer;
  return (
    <Panel title={t("title")}>
      <Group justify="space-between" gap="md">
        <Text size="sm" maw="56ch">
          {t("hint")}
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t("confirm")}
        </Button>
      </Group>
      <TypeToConfirm
        opened={isAsking}
        title={t("question", { name: workspaceName })}
        message={t("message")}
        name={workspaceName}
        confirm={t("confirm")}
        onConfirm={async () => {
          await deleteWorkspace(workspaceId);
          // A full page load, so that no workspace data stays in memory.
          window.location.assign(paths.home());
        }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
