"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { assistantsKey } from "./queries.ts";
import type { Assistant } from "./queries.ts";
import { patchAssistant } from "./version-queries.ts";

/** Give it `key={name}`. */
export function AssistantNamePanel({ assistant }: { assistant: Assistant }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [name, setName] = useState(assistant.name);
  const rename = useMutation({
    mutationFn: () => patchAssistant({ workspaceId, id: assistant.id, name }),
    onSuccess: () => {
      done("The assistant has a new name");
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
  });
  const isSame = name.trim() === assistant.name || name.trim() === "";
  return (
    <Panel title="Name">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) rename.mutate();
        }}
      >
        <Group align="flex-start">
          <TextInput
            aria-label="Assistant's name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={rename.error?.message}
            flex="1 1 240px"
          />
          <Button type="submit" variant="default" disabled={isSame} loading={rename.isPending}>
            Rename
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
