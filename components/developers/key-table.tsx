"use client";

import { ActionIcon, Code, Table, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { When } from "../ui/when.tsx";
import { AGENT_KEY, WORKSPACE_KEY } from "./key-dialog.tsx";
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
          <Table.Th visibleFrom="sm">{t("keys.lastUsed")}</Table.Th>
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
                  {key.lastUsedAt ? (
                    <>
                      {" "}
                      · {t("keys.lastUsed")} <When at={key.lastUsedAt} precise />
                    </>
                  ) : null}
                </Text>
                <KeyLimits apiKey={key} />
              </Table.Td>
              <Table.Td visibleFrom="sm">{actsAs}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Code>{key.key}</Code>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <When at={key.createdAt} />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                {key.lastUsedAt ? <When at={key.lastUsedAt} precise /> : <Text c="dimmed">{t("keys.neverUsed")}</Text>}
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

const SOON_MS = 7 * 86_400_000;

/** What a key may not do, when it expires, and from where it may be used. Nothing for a key without limits. */
function KeyLimits({ apiKey: { agentId, permissions, expiresAt, allowedRanges } }: { apiKey: ApiKey }) {
  const t = useTranslations("developers.keys");
  const now = useNow();
  const offered = agentId === null ? WORKSPACE_KEY : AGENT_KEY;
  const has = offered.filter((each) => permissions.includes(each));
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - now;
  const tone = left <= 0 ? "var(--danger-text)" : left < SOON_MS ? "var(--warning-text)" : "dimmed";
  return (
    <>
      {expiresAt === null ? null : (
        <Text size="xs" c={tone}>
          {left <= 0 ? t("expired") : t.rich("expiresAt", { when: () => <When at={expiresAt} /> })}
        </Text>
      )}
      {has.length < offered.length ? (
        <Listed items={has.map((each) => t(`may.${each}`))}>
          {t("someOf", { count: has.length, all: offered.length })}
        </Listed>
      ) : null}
      {allowedRanges.length > 0 ? (
        <Listed items={allowedRanges}>{t("fromRanges", { count: allowedRanges.length })}</Listed>
      ) : null}
    </>
  );
}

/** A summary that shows its items under the pointer, with the focus, or touched. */
function Listed({ items, children }: { items: readonly string[]; children: ReactNode }) {
  return (
    <Tooltip label={items.join("; ")} disabled={items.length === 0} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton display="block" fz="xs" c="dimmed">
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}
