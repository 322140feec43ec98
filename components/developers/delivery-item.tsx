"use client";

import { Accordion, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { workspaceKey } from "../shell/workspace-key.ts";
import { CodeBlock } from "../ui/copy.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { replayDelivery } from "./queries.ts";
import type { WebhookDelivery } from "./queries.ts";

const COLORS: Record<string, string> = { delivered: "green", failed: "red", pending: "yellow" };

/** One event for one subscriber: what was sent, what came back, and once more if wanted. */
export function DeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery({ workspaceId, id: delivery.id }),
    onSuccess: () => {
      done("It is on its way again");
      return queryClient.invalidateQueries({ queryKey: [...workspaceKey(workspaceId), "deliveries"] });
    },
    onError: (error) => failed("It was not sent again", error),
  });
  return (
    <Accordion.Item value={delivery.id}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <div>
            <Text size="sm" fw={550}>
              {delivery.event}
            </Text>
            <Text size="xs" c="dimmed">
              <When at={delivery.createdAt} precise /> · {attempts(delivery.attempts)}
              {delivery.responseStatus ? ` · status ${delivery.responseStatus}` : ""}
            </Text>
          </div>
          <Badge variant="light" color={COLORS[delivery.state] ?? "gray"} flex="none">
            {delivery.state}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm" px="md" pb="xs">
          {delivery.error ? (
            <Text size="sm" c="var(--bad)" style={{ overflowWrap: "anywhere" }}>
              {delivery.error}
            </Text>
          ) : null}
          {delivery.nextAttemptAt && delivery.state === "pending" ? (
            <Text size="sm" c="dimmed">
              Next attempt: <When at={delivery.nextAttemptAt} precise />
            </Text>
          ) : null}
          <CodeBlock label="Payload" code={JSON.stringify(delivery.payload, null, 2)} />
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRepeat size={14} aria-hidden />}
              loading={replay.isPending}
              onClick={() => replay.mutate()}
            >
              Send again
            </Button>
          </Group>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function attempts(count: number): string {
  if (count === 0) return "not tried yet";
  return count === 1 ? "1 attempt" : `${count} attempts`;
}
