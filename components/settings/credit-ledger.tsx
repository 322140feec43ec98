"use client";

import { Button, Code, Group, Table, Text } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { When } from "../ui/when.tsx";
import { creditEntriesQuery } from "./credit-queries.ts";
import type { CreditEntry } from "./credit-queries.ts";

/** Every credit that came and went, newest first. */
export function CreditLedger() {
  const entries = useInfiniteQuery(creditEntriesQuery(useWorkspaceId()));
  return (
    <Panel title="Ledger" description="Every line adds up to the balance." flush>
      <Loaded query={entries} failure="The ledger could not be loaded">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <EmptyFace
                icon={<IconReceipt size={24} aria-hidden />}
                title="Nothing yet"
                message="What is bought, granted and spent appears here."
              />
            );
          }
          return (
            <Table verticalSpacing="sm" horizontalSpacing="lg" layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>What</Table.Th>
                  <Table.Th w={200} visibleFrom="sm">
                    When
                  </Table.Th>
                  <Table.Th w={110} ta="right">
                    Credits
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </Table.Tbody>
            </Table>
          );
        }}
      </Loaded>
      {entries.hasNextPage ? (
        <Group justify="center" p="md">
          <Button variant="default" loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
            Show older
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

const WORDS: Record<string, string> = {
  grant: "Granted",
  purchase: "Bought",
  reserve: "Held for a message’s next attempt",
  settle: "Spent: the provider was asked",
  release: "Given back: nothing was attempted",
};

function Entry({ entry: { kind, delta, messageId, createdAt } }: { entry: CreditEntry }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{WORDS[kind] ?? kind}</Text>
        {messageId ? (
          <Text size="xs" c="dimmed" truncate title={messageId}>
            Message <Code fz="xs">{messageId}</Code>
          </Text>
        ) : null}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <When at={createdAt} precise />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          <When at={createdAt} precise />
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <Text size="sm" fw={550} style={{ fontVariantNumeric: "tabular-nums" }}>
          {delta > 0 ? `+${delta.toLocaleString()}` : delta.toLocaleString().replace("-", "−")}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
