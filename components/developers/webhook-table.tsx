"use client";

import { Badge, Code, Group, Switch, Table, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { patchWebhook, webhooksQuery, type Webhook } from "./queries.ts";
import { WebhookMenu } from "./webhook-menu.tsx";

type Props = {
  webhooks: Webhook[];
  onEdit: (webhook: Webhook) => void;
  /** Called with a new signing secret, to show it once. */
  onSecret: (secret: string) => void;
};

export function WebhookTable({ webhooks, ...actions }: Props) {
  const t = useTranslations("developers");
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("webhooks.webhook")}</Table.Th>
          <Table.Th visibleFrom="sm" w={220}>
            {t("webhooks.event")}
          </Table.Th>
          <Table.Th w={88}>{t("webhooks.active")}</Table.Th>
          <Table.Th aria-label={t("actions")} w={72} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} {...actions} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function WebhookRow({ webhook, onEdit, onSecret }: { webhook: Webhook } & Omit<Props, "webhooks">) {
  const t = useTranslations("developers.webhooks");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const toggle = useMutation({
    mutationFn: (active: boolean) => patchWebhook({ workspaceId, id: webhook.id, active }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(workspaceId).queryKey }),
    onError: (error) => failed(t("notSwitched", { label: webhook.label }), error),
  });
  const isActive = toggle.isPending ? toggle.variables : webhook.active;
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton component={Link} href={paths.deliveries(workspaceId, webhook.id)} maw="100%">
          <VisuallyHidden>{t("logOf")}</VisuallyHidden>
          <Group gap="xs" wrap="nowrap">
            <Text fw={500} truncate>
              {webhook.label}
            </Text>
            {webhook.active ? null : (
              <Badge size="sm" variant="light" color="gray" flex="none">
                {t("off")}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" truncate>
            {webhook.url}
          </Text>
          {webhook.disabledReason ? (
            <Text size="xs" c="var(--danger-text)">
              {webhook.disabledReason}
            </Text>
          ) : null}
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {webhook.event}
          </Text>
        </UnstyledButton>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Code>{webhook.event}</Code>
      </Table.Td>
      <Table.Td>
        <Switch
          checked={isActive}
          disabled={toggle.isPending}
          onChange={(event) => toggle.mutate(event.currentTarget.checked)}
          aria-label={t("isActive", { label: webhook.label })}
        />
      </Table.Td>
      <Table.Td ta="right">
        <WebhookMenu webhook={webhook} onEdit={onEdit} onSecret={onSecret} />
      </Table.Td>
    </Table.Tr>
  );
}
