"use client";

import { Accordion, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { workspaceKey } from "../shell/workspace-key.ts";
import { CodeBlock } from "../ui/copy.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { replayDelivery, type WebhookDelivery } from "./queries.ts";

const COLORS: Record<string, string> = { delivered: "green", failed: "red", pending: "yellow" };

/** One delivery: the event that was sent, the response, and a button to send it again. */
export function DeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTranslations("developers.deliveries");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { nextAttemptAt } = delivery;
  const replay = useMutation({
    mutationFn: () => replayDelivery({ workspaceId, id: delivery.id }),
    onSuccess: () => {
      done(t("again"));
      return queryClient.invalidateQueries({ queryKey: [...workspaceKey(workspaceId), "deliveries"] });
    },
    onError: (error) => failed(t("notAgain"), error),
  });
  return (
    <Accordion.Item value={delivery.id}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <div>
            <Text size="sm" fw={500}>
              {delivery.event}
            </Text>
            <Text size="xs" c="dimmed">
              <When at={delivery.createdAt} precise /> · {t("attempts", { count: delivery.attempts })}
              {delivery.responseStatus ? ` · ${t("status", { status: delivery.responseStatus })}` : ""}
            </Text>
          </div>
          <Badge variant="light" color={COLORS[delivery.state] ?? "gray"} flex="none">
            {t("one", { state: delivery.state })}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm" px="md" pb="xs">
          {delivery.error ? (
            <Text size="sm" c="var(--danger-text)" style={{ overflowWrap: "anywhere" }}>
              {delivery.error}
            </Text>
          ) : null}
          {nextAttemptAt && delivery.state === "pending" ? (
            <Text size="sm" c="dimmed">
              {t.rich("next", { when: () => <When at={nextAttemptAt} precise /> })}
            </Text>
          ) : null}
          <CodeBlock label={t("payload")} code={JSON.stringify(delivery.payload, null, 2)} />
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRepeat size={14} aria-hidden />}
              loading={replay.isPending}
              onClick={() => replay.mutate()}
            >
              {t("sendAgain")}
            </Button>
          </Group>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
