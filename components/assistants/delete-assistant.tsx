"use client";

import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import { assistantsQuery, deleteAssistant } from "./queries.ts";
import type { Assistant } from "./queries.ts";

/** The end of an assistant, and what becomes of whom it was talking to. */
export function DeleteAssistant({ assistant: { id, name, channels } }: { assistant: Assistant }) {
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title="Delete the assistant">
      <Group justify="space-between" gap="md">
        <Text size="sm" maw="56ch">
          The conversations it holds go to people at once, as at a handover. Its sources and golden questions go with
          it.
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Delete assistant
        </Button>
      </Group>
      <TypeToConfirm
        opened={isAsking}
        title={`Delete ${name}?`}
        message={`Every open conversation that it holds is handed to an agent, or waits for one. ${afterwards(channels)} It cannot be taken back.`}
        name={name}
        confirm="Delete assistant"
        onConfirm={async () => {
          await deleteAssistant({ workspaceId, id });
          const { queryKey } = assistantsQuery(workspaceId);
          queryClient.setQueryData(queryKey, (rows) => rows?.filter((row) => row.id !== id));
          done(`“${name}” is deleted`);
          router.push(paths.assistants(workspaceId));
        }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}

function afterwards(channels: Assistant["channels"]): string {
  if (channels.length === 0) return "No channel names it.";
  const names = channels.map(({ name }) => `“${name}”`).join(", ");
  return `New ones on ${names} wait unassigned until the channel's routing names somebody else.`;
}
