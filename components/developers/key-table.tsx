"use client";

import { ActionIcon, Code, Table, Text, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { apiKeysQuery, deleteApiKey } from "./queries.ts";
import type { ApiKey } from "./queries.ts";

export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const agents = new Map(useAgentChoices().map(({ value, label }) => [value, label]));
  const { queryKey } = apiKeysQuery(workspaceId);
  const remove = useMutation({
    mutationFn: ({ id }: ApiKey) => deleteApiKey({ workspaceId, id }),
    onSuccess: (_, key) => {
      queryClient.setQueryData(queryKey, (rows) => rows?.filter(({ id }) => id !== key.id));
      done(`“${key.label}” no longer opens anything`);
    },
    onError: (error, key) => failed(`“${key.label}” was not deleted`, error),
  });
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Label</Table.Th>
          <Table.Th visibleFrom="sm">Acts as</Table.Th>
          <Table.Th visibleFrom="sm">Key</Table.Th>
          <Table.Th visibleFrom="sm">Created</Table.Th>
          <Table.Th aria-label="Actions" w={64} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => {
          const actsAs = key.agentId ? (agents.get(key.agentId) ?? "An agent") : "Whole workspace";
          return (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text fw={550}>{key.label}</Text>
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
                <Tooltip label="Delete key">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete key ${key.label}`}
                    onClick={() =>
                      askFirst({
                        title: `Delete “${key.label}”?`,
                        message: "Whatever uses this key is refused within a second. This cannot be undone.",
                        confirm: "Delete key",
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
