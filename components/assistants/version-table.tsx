"use client";

import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { restoreVersion, type Version } from "./version-queries.ts";

const COLORS: Record<Version["state"], string> = { live: "green", draft: "yellow", past: "gray" };

type Props = { assistant: Assistant; versions: Version[]; onCompare: (version: Version) => void };

export function VersionTable({ assistant, versions, onCompare }: Props) {
  const t = useTranslations("assistants.versions");
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("version")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("saved")}</Table.Th>
          <Table.Th ta="end" title={t("passedHint")}>
            {t("passed")}
          </Table.Th>
          <Table.Th aria-label={t("actions")} />
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
  const t = useTranslations("assistants.versions");
  const { number, state, note, score, publishedAt } = version;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text fw={500}>{number}</Text>
          <Badge variant="light" color={COLORS[state]}>
            {t(`states.${state === "past" && publishedAt === null ? "neverLive" : state}`)}
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
            aria-label={t("compareOf", { number })}
          >
            {t("compare")}
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
  const t = useTranslations("assistants.versions");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreVersion({ workspaceId, aiId, versionId: id }),
    onSuccess: (restored) => {
      done(t("restored", { draft: restored, number }));
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
    onError: (error) => failed(t("notRestored", { number }), error),
  });
  const ask = () =>
    askFirst({
      title: t("ask", { number }),
      message: t("message", { draft: draft?.number ?? "" }),
      confirm: t("restore"),
      onConfirm: () => restore.mutate(),
    });
  return (
    <Button
      variant="default"
      size="xs"
      loading={restore.isPending}
      onClick={() => (draft ? ask() : restore.mutate())}
      aria-label={t("restoreOf", { number })}
    >
      {t("restore")}
    </Button>
  );
}
