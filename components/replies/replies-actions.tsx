"use client";

import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyAction } from "../composer/canned-queries.ts";
import { agentsQuery, tagsQuery } from "../inbox/queries.ts";
import { useActionWords } from "../inbox/use-action-words.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { RemoveButton } from "../ui/row-buttons.tsx";

type Kind = ReplyAction["kind"];
const KINDS: readonly Kind[] = ["tag", "untag", "stage", "assign", "snooze", "end"];
const MOST = 20;

/** The other actions of a macro: a list, and a line to add one. */
export function RepliesActions({
  actions,
  onChange,
}: {
  actions: ReplyAction[];
  onChange: (all: ReplyAction[]) => void;
}) {
  const t = useTranslations("composer.replies");
  const words = useActionWords();
  const workspaceId = useWorkspaceId();
  const agents = useQuery(agentsQuery(workspaceId)).data ?? [];
  const stages = useQuery(tagsQuery(workspaceId, "convStage")).data ?? [];
  const [kind, setKind] = useState<Kind>("tag");
  const [value, setValue] = useState("");

  function add() {
    const none = { kind, tag: null, stageId: null, agentId: null, minutes: null };
    const own = {
      tag: { tag: value.trim() },
      untag: { tag: value.trim() },
      stage: { stageId: value || null },
      assign: { agentId: value || null },
      snooze: { minutes: value === "" ? null : Number(value) * 60 },
      end: {},
    }[kind];
    onChange([...actions, { ...none, ...own }]);
    setValue("");
  }

  const choices =
    kind === "stage"
      ? stages.map(({ id, tag }) => ({ value: id, label: tag }))
      : agents.map(({ id, name }) => ({ value: id, label: name }));
  const isWord = kind === "tag" || kind === "untag";
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t("actions")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("actionsHint")}
      </Text>
      {actions.map((action, index) => (
        <Group key={`${index} ${action.kind}`} gap="xs" wrap="nowrap">
          <Text size="sm">{words(action)}</Text>
          <RemoveButton
            size="sm"
            aria-label={t("dropAction", { action: words(action) })}
            onClick={() => onChange(actions.filter((other) => other !== action))}
          />
        </Group>
      ))}
      <Group gap="xs" align="flex-end">
        <Select
          aria-label={t("addAction")}
          data={KINDS.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => {
            setKind(KINDS.find((each) => each === next) ?? "tag");
            setValue("");
          }}
        />
        {isWord ? (
          <TextInput aria-label={t("value")} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        ) : null}
        {kind === "snooze" ? (
          <NumberInput
            aria-label={t("value")}
            min={1}
            max={8_760}
            value={value}
            onChange={(next) => setValue(String(next))}
          />
        ) : null}
        {kind === "stage" || kind === "assign" ? (
          <Select
            aria-label={t("value")}
            data={choices}
            searchable
            clearable
            value={value || null}
            onChange={(next) => setValue(next ?? "")}
          />
        ) : null}
        <Button variant="default" onClick={add} disabled={(isWord && value.trim() === "") || actions.length >= MOST}>
          {t("addAction")}
        </Button>
      </Group>
    </Stack>
  );
}
