"use client";

import { Button, Group, Select, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconFlask } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { settingsQuery } from "../settings/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { ReadyTemplate } from "../templates/template-draft.ts";
import { sendTemplate } from "../templates/template-queries.ts";
import { FormProblem } from "../ui/form-problem.tsx";

/**
 * Sends the template to one of the workspace's test numbers, filled from that number's contact. Broadcasts skip test numbers.
 */
export function TestSend({ integrationId, ready }: { integrationId: string; ready: ReadyTemplate }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const numbers = useQuery(settingsQuery(workspaceId)).data?.testNums ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const phone = chosen ?? numbers[0]?.phone ?? null;
  const send = useMutation({
    mutationFn: (to: string) => {
      const { templateName, templateLang, templateComponents } = ready;
      const template = { templateName, templateLang, templateComponents };
      // A test: each click sends a separate message.
      return sendTemplate({ workspaceId, integrationId, phone: to, ...template }, crypto.randomUUID());
    },
  });
  if (phone === null) {
    return (
      <Text size="xs" c="dimmed">
        {t("test.none")}
      </Text>
    );
  }
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t("test.to")}
        data={numbers.map((number) => number.phone)}
        value={phone}
        onChange={setChosen}
        allowDeselect={false}
        w={200}
      />
      <Button
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
        disabled={!ready.isReady}
        loading={send.isPending}
        onClick={() => send.mutate(phone)}
      >
        {t("test.send")}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {send.isSuccess ? t("test.sent", { phone: send.variables }) : null}
      </Text>
      <FormProblem>{send.error?.message}</FormProblem>
    </Group>
  );
}
