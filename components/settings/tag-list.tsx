"use client";

import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Tag } from "../inbox/documents.ts";
import { askFirst } from "../ui/confirm.tsx";
import { RemoveButton } from "../ui/row-buttons.tsx";
import { colorOf } from "../ui/tag-colors.ts";
import { ColorChoice } from "./color-choice.tsx";
import { NewTag } from "./new-tag.tsx";
import classes from "./tag-list.module.css";
import { useTagChanges } from "./use-tag-changes.ts";

type Props = { type: Tag["type"]; title: string; tags: Tag[] };

/** The tags of one type. Stages can be reordered. */
export function TagList({ type, title, tags }: Props) {
  const t = useTranslations("settings.tags");
  const { create, patch, remove } = useTagChanges();
  const isStage = type === "clientStage" || type === "convStage";
  const rows = inOrder(tags);
  const askRemove = (tag: Tag) =>
    askFirst({
      title: t("question", { tag: tag.tag }),
      message: t(isStage ? "stageMessage" : "tagMessage"),
      confirm: t("delete"),
      onConfirm: () => remove.mutate(tag),
    });
  return (
    <Stack gap="sm">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={title}>
          {rows.map((tag, index) => (
            <li key={tag.id} className={classes.row}>
              <ColorChoice
                of={tag.tag}
                color={colorOf(tag)}
                onChoose={(color) => patch.mutate([{ id: tag.id, color }])}
              />
              <div className={classes.words}>
                <Text size="sm" fw={500}>
                  {tag.tag}
                </Text>
                {tag.description ? (
                  <Text size="xs" c="dimmed">
                    {tag.description}
                  </Text>
                ) : null}
              </div>
              <Group gap={2} wrap="nowrap">
                {isStage ? (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t("up", { tag: tag.tag })}
                      disabled={index === 0}
                      onClick={() => patch.mutate(moved(rows, index, -1))}
                    >
                      <IconArrowUp size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t("down", { tag: tag.tag })}
                      disabled={index === rows.length - 1}
                      onClick={() => patch.mutate(moved(rows, index, 1))}
                    >
                      <IconArrowDown size={16} aria-hidden />
                    </ActionIcon>
                  </>
                ) : null}
                <RemoveButton aria-label={t("deleteName", { tag: tag.tag })} onClick={() => askRemove(tag)} />
              </Group>
            </li>
          ))}
        </ul>
      )}
      <NewTag
        label={t("newIn", { list: title })}
        onAdd={(tag) => create.mutateAsync({ type, tag, order: isStage ? nextOrder(rows) : null })}
      />
    </Stack>
  );
}

function nextOrder(rows: Tag[]): number {
  return Math.max(0, ...rows.map(({ order }) => order ?? 0)) + 1;
}

const LAST = Number.MAX_SAFE_INTEGER;

/** By their set order, then by name. */
export function inOrder(tags: Tag[]): Tag[] {
  return [...tags].sort(
    (a, b) => (a.order ?? LAST) - (b.order ?? LAST) || a.tag.localeCompare(b.tag) || (a.id < b.id ? -1 : 1),
  );
}

/** The rows with one moved by a step and all numbered from 1, so that rows without an order get one. */
export function moved(rows: Tag[], index: number, step: 1 | -1): { id: string; order: number }[] {
  const next = [...rows];
  const [row] = next.splice(index, 1);
  if (row) next.splice(index + step, 0, row);
  return next.map(({ id }, place) => ({ id, order: place + 1 }));
}
