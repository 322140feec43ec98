"use client";

import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { assistantsKey } from "./queries.ts";
import type { Assistant } from "./queries.ts";
import { restoreVersion } from "./version-queries.ts";
import type { Version } from "./version-queries.ts";

const STATES: Record<Version["state"], { label: string; color: string }> = {
  live: { label: "Live", color: "green" },
  draft: { label: "Draft", color: "yellow" },
  past: { label: "Past", color: "gray" },
};

type Props = { assistant: Assistant; versions: Version[]; onCompare: (version: Version) => void };

export function VersionTable({ assistant, versions, onCompare }: Props) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Version</Table.Th>
          <Table.Th visibleFrom="sm">Saved</Table.Th>
          <Table.Th ta="end" title="Of the golden questions that it was asked last">
            Passed
          </Table.Th>
          <Table.Th aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {versions.map((version) => (
          <Row key={version.id} assistant={assistant} version={version} onCompare={onCompare} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ assistant, version, onCompare }: Omit<Props, "versions"> & { version: Version }) {
  const { number, state, note, score, publishedAt } = version;
  const { label, color } = STATES[state];
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text fw={550}>{number}</Text>
          <Badge variant="light" color={color}>
            {state === "past" && publishedAt === null ? "Never live" : label}
          </Badge>
        </Group>
        {note ? (
          <Text size="sm" style={{ overflowWrap: "anywhere" }} dir="auto">
            {note}
          </Text>
        ) : null}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <Saved version={version} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Saved version={version} />
      </Table.Td>
      <Table.Td ta="end">{score === null ? <Text c="dimmed">–</Text> : `${score} %`}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          <Button
            variant="default"
            size="xs"
            onClick={() => onCompare(version)}
            aria-label={`Compare version ${number}`}
          >
            Compare
          </Button>
          {state === "draft" ? null : <RestoreButton assistant={assistant} version={version} />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Saved({ version: { createdByName, patchedAt, createdAt } }: { version: Version }) {
  return (
    <>
      <When at={patchedAt ?? createdAt} precise />
      {createdByName ? `, ${createdByName}` : ""}
    </>
  );
}

function RestoreButton({
  assistant: { id: aiId, draft },
  version: { id, number },
}: {
  assistant: Assistant;
  version: Version;
}) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreVersion({ workspaceId, aiId, versionId: id }),
    onSuccess: (restored) => {
      done(`Draft ${restored} is what version ${number} was`);
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
    onError: (error) => failed(`Version ${number} was not restored`, error),
  });
  const ask = () =>
    askFirst({
      title: `Restore version ${number}?`,
      message: `Draft ${draft?.number} is given up for it. It stays among the versions.`,
      confirm: "Restore",
      onConfirm: () => restore.mutate(),
    });
  return (
    <Button
      variant="default"
      size="xs"
      loading={restore.isPending}
      onClick={() => (draft ? ask() : restore.mutate())}
      aria-label={`Restore version ${number}`}
    >
      Restore
    </Button>
  );
}
