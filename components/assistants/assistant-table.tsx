"use client";

import { Anchor, Badge, Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { FIGURE_DAYS, figuresQuery, type AssistantFigures, type ListedAssistant } from "./queries.ts";

/** The assistants, their channels and their figures of the last days. */
export function AssistantTable({ assistants }: { assistants: ListedAssistant[] }) {
  const t = useTranslations("assistants");
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("assistant")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("table.channels")}</Table.Th>
          <Figure of="answered" />
          <Figure of="handedOver" />
          <Figure of="unanswered" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assistants.map((assistant) => (
          <Row key={assistant.id} assistant={assistant} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Figure({ of }: { of: "answered" | "handedOver" | "unanswered" }) {
  const t = useTranslations("assistants");
  return (
    <Table.Th
      ta="end"
      visibleFrom={of === "answered" ? undefined : "sm"}
      title={t("table.period", { days: FIGURE_DAYS })}
    >
      {t(`figures.${of}`)}
    </Table.Th>
  );
}

function Row({ assistant }: { assistant: ListedAssistant }) {
  const t = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const figures = useQuery(figuresQuery(workspaceId, assistant.id)).data;
  const { id, name, type, draft, channels, versionNumber } = assistant;
  const kind = t(`kinds.${type}.name`);
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={paths.assistant(workspaceId, id)} fw={500} underline="hover">
          {name}
        </Anchor>
        {draft ? (
          <Badge variant="light" color="yellow" size="sm" ms="xs">
            {t("table.draft")}
          </Badge>
        ) : null}
        <Text size="xs" c="dimmed">
          {versionNumber > 0 ? t("table.version", { kind, number: versionNumber }) : kind}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {channels.length > 0 ? (
          channels.map((channel) => channel.name).join(", ")
        ) : (
          <Text c="dimmed">{t("table.noChannel")}</Text>
        )}
      </Table.Td>
      <Table.Td ta="end">
        <Share of={figures} count={figures?.answered} />
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        <Share of={figures} count={figures?.handedOver} />
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {figures && figures.unanswered > 0 ? (
          <Anchor component={Link} href={paths.assistant(workspaceId, id, "answers")} underline="hover">
            {figures.unanswered}
          </Anchor>
        ) : (
          <Share of={figures} count={figures?.unanswered} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** A count, with its share of all turns if there were any. */
function Share({ of, count }: { of: AssistantFigures | undefined; count: number | undefined }) {
  if (!of || count === undefined) return <Skeleton height={16} width={40} ms="auto" />;
  if (of.turns === 0) return <Text c="dimmed">–</Text>;
  return (
    <>
      {count}{" "}
      <Text span size="xs" c="dimmed">
        {Math.round((100 * count) / of.turns)} %
      </Text>
    </>
  );
}
