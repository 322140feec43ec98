"use client";

import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useViewer } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import { deleteWorkspace } from "./team-queries.ts";

/** The end of the workspace; only its owner finds it. */
export function DeleteWorkspace() {
  const viewer = useViewer();
  const [isAsking, setAsking] = useState(false);
  if (!viewer?.permissions.includes("DELETE_WORKSPACE")) return null;
  const { workspaceId, workspaceName } = viewer;
  return (
    <Panel title="Delete the workspace">
      <Group justify="space-between" gap="md">
        <Text size="sm" maw="56ch">
          Nobody can open it any more: keys, channels, webhooks and everybody’s access stop at once, and what waits to
          be sent is not sent.
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Delete workspace
        </Button>
      </Group>
      <TypeToConfirm
        opened={isAsking}
        title={`Delete ${workspaceName}?`}
        message="This ends the workspace for everybody in it, and cannot be taken back from here."
        name={workspaceName}
        confirm="Delete workspace"
        onConfirm={async () => {
          await deleteWorkspace(workspaceId);
          // A full load: nothing of the workspace stays in the page's memory.
          window.location.assign(paths.home());
        }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
