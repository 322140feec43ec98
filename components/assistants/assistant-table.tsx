"use client";

import { Anchor, Badge, Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { KINDS } from "./assistant-words.ts";
import { FIGURE_DAYS, figuresQuery } from "./queries.ts";
import type { AssistantFigures, ListedAssistant } from "./queries.ts";

/** The assistants, where each is at work, and how it did in the last days. */
export function AssistantTable({ assistants }: { assistants: ListedAssistant[] }) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Assistant</Table.Th>
          <Table.Th visibleFrom="sm">Channels</Table.Th>
          <Figure of="Answered" />
          <Figure of="Handed over" />
          <Figure of="Could not answer" />
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

function Figure({ of }: { of: string }) {
  return (
    <Table.Th ta="end" visibleFrom={of === "Answered" ? undefined : "sm"} title={`In the last ${FIGURE_DAYS} days`}>
      {of}
    </Table.Th>
  );
}

function Row({ assistant }: { assistant: ListedAssistant }) {
  const workspaceId = useWorkspaceId();
  const figures = useQuery(figuresQuery(workspaceId, assistant.id)).data;
  const { id, name, type, draft, channels } = assistant;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={paths.assistant(workspaceId, id)} fw={550} underline="hover">
          {name}
        </Anchor>
        {draft ? (
          <Badge variant="light" color="yellow" size="sm" ms="xs">
            Draft
          </Badge>
        ) : null}
        <Text size="xs" c="dimmed">
          {KINDS[type].name}
          {assistant.versionNumber > 0 ? ` · version ${assistant.versionNumber}` : ""}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {channels.length > 0 ? channels.map((channel) => channel.name).join(", ") : <Text c="dimmed">None yet</Text>}
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

/** A count, with its share of all turns where there were any. */
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
