"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { patchAssistant } from "./version-queries.ts";

/** Requires `key={name}`. */
export function AssistantNamePanel({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants.rename");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [name, setName] = useState(assistant.name);
  const rename = useMutation({
    mutationFn: () => patchAssistant({ workspaceId, id: assistant.id, name }),
    onSuccess: () => {
      done(t("done"));
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
  });
  const isSame = name.trim() === assistant.name || name.trim() === "";
  return (
    <Panel title={t("title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) rename.mutate();
        }}
      >
        <Group align="flex-start">
          <TextInput
            aria-label={t("label")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={rename.error?.message}
            flex="1 1 240px"
          />
          <Button type="submit" variant="default" disabled={isSame} loading={rename.isPending}>
            {t("submit")}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
