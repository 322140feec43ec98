"use client";

import { Code, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { creditEntriesQuery, type CreditEntry } from "./credit-queries.ts";

/** All credit transactions, newest first. */
export function CreditLedger() {
  const t = useTranslations("settings.credits");
  const entries = useInfiniteQuery(creditEntriesQuery(useWorkspaceId()));
  return (
    <Panel title={t("ledger")} description={t("ledgerHint")} flush>
      <Loaded query={entries} failure={t("ledgerFailure")} shape="table">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return <EmptyFace picture="list" title={t("empty")} message={t("emptyHint")} />;
          }
          return (
            <Table verticalSpacing="sm" horizontalSpacing="lg" layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("what")}</Table.Th>
                  <Table.Th w={200} visibleFrom="sm">
                    {t("when")}
                  </Table.Th>
                  <Table.Th w={110} ta="right">
                    {t("credits")}
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
      <MoreButton query={entries} display="block" mx="auto" my="md">
        {t("older")}
      </MoreButton>
    </Panel>
  );
}

const KINDS = ["grant", "purchase", "reserve", "settle", "release"] as const;

function Entry({ entry: { kind, delta, messageId, createdAt } }: { entry: CreditEntry }) {
  const t = useTranslations("settings.credits");
  const format = useFormatter();
  const known = KINDS.find((each) => each === kind);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{known ? t(`kinds.${known}`) : kind}</Text>
        {messageId ? (
          <Text size="xs" c="dimmed" truncate title={messageId}>
            {t.rich("message", { id: messageId, code: (id) => <Code fz="xs">{id}</Code> })}
          </Text>
        ) : null}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <time dateTime={createdAt}>
            {format.dateTime(new Date(createdAt), { dateStyle: "medium", timeStyle: "short" })}
          </time>
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          <time dateTime={createdAt}>
            {format.dateTime(new Date(createdAt), { dateStyle: "medium", timeStyle: "short" })}
          </time>
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <Text size="sm" fw={500} style={{ fontVariantNumeric: "tabular-nums" }}>
          {format.number(delta, { signDisplay: "exceptZero" }).replace("-", "−")}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
