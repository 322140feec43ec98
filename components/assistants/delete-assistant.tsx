"use client";

import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import { assistantsQuery, deleteAssistant, type Assistant } from "./queries.ts";

/** Deletes an assistant, and says first what happens to its conversations. */
export function DeleteAssistant({ assistant: { id, name, channels } }: { assistant: Assistant }) {
  const t = useTranslations("assistants.remove");
  const words = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const named = channels.map((channel) => words("quoted", { text: channel.name })).join(", ");
  return (
    <Panel title={t("title")}>
      <Group justify="space-between" gap="md">
        <Text size="sm" maw="56ch">
          {t("about")}
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t("submit")}
        </Button>
      </Group>
      <TypeToConfirm
        opened={isAsking}
        title={t("ask", { name })}
        message={named === "" ? t("message") : t("messageNamed", { channels: named })}
        name={name}
        confirm={t("submit")}
        onConfirm={async () => {
          await deleteAssistant({ workspaceId, id });
          const { queryKey } = assistantsQuery(workspaceId);
          queryClient.setQueryData(queryKey, (rows) => rows?.filter((row) => row.id !== id));
          done(t("done", { name }));
          router.push(paths.assistants(workspaceId));
        }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
