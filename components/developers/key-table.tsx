"use client";

import { ActionIcon, Code, Table, Text, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { apiKeysQuery, deleteApiKey, type ApiKey } from "./queries.ts";

export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const t = useTranslations("developers");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const agents = new Map(useAgentChoices().map(({ value, label }) => [value, label]));
  const { queryKey } = apiKeysQuery(workspaceId);
  const remove = useMutation({
    mutationFn: ({ id }: ApiKey) => deleteApiKey({ workspaceId, id }),
    onSuccess: (_, key) => {
      queryClient.setQueryData(queryKey, (rows) => rows?.filter(({ id }) => id !== key.id));
      done(t("keys.deleted", { label: key.label }));
    },
    onError: (error, key) => failed(t("keys.notDeleted", { label: key.label }), error),
  });
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("label")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("keys.actsAs")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("keys.key")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("keys.created")}</Table.Th>
          <Table.Th aria-label={t("actions")} w={64} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => {
          const actsAs = key.agentId ? (agents.get(key.agentId) ?? t("keys.anAgent")) : t("keys.wholeWorkspace");
          return (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text fw={500}>{key.label}</Text>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {actsAs} · {key.key} · <When at={key.createdAt} />
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{actsAs}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Code>{key.key}</Code>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <When at={key.createdAt} />
              </Table.Td>
              <Table.Td ta="right">
                <Tooltip label={t("keys.delete")}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t("keys.deleteOf", { label: key.label })}
                    onClick={() =>
                      askFirst({
                        title: t("keys.deleteAsk", { label: key.label }),
                        message: t("keys.deleteWords"),
                        confirm: t("keys.delete"),
                        onConfirm: () => remove.mutate(key),
                      })
                    }
                  >
                    <IconTrash size={17} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
