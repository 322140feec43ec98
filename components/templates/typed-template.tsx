"use client";

import { ActionIcon, Button, Group, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { TemplateDraft } from "./template-draft.ts";
import classes from "./templates.module.css";
import { newKey } from "../ui/new-key.ts";

type Props = { draft: TemplateDraft; onChange: (draft: TemplateDraft) => void };

/** A template for a channel without a list: its name and named values, as the channel's own system knows them. */
export function TypedTemplate({ draft, onChange }: Props) {
  const t = useTranslations("templates");
  const { pairs } = draft;
  const change = (id: string, more: { name?: string; value?: string }) =>
    onChange({ ...draft, pairs: pairs.map((pair) => (pair.id === id ? { ...pair, ...more } : pair)) });
  return (
    <div className={classes.fields}>
      <Text size="sm" c="dimmed">
        {t("typed.words")}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          label={t("typed.name")}
          withAsterisk
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          autoComplete="off"
        />
        <TextInput
          label={t("typed.language")}
          placeholder="en"
          value={draft.language}
          onChange={(event) => onChange({ ...draft, language: event.currentTarget.value })}
          autoComplete="off"
        />
      </Group>
      {pairs.map((pair, index) => (
        <div key={pair.id} className={classes.pair}>
          <TextInput
            aria-label={t("typed.key", { number: index + 1 })}
            placeholder={t("typed.keyHint")}
            value={pair.name}
            onChange={(event) => change(pair.id, { name: event.currentTarget.value })}
            autoComplete="off"
          />
          <TextInput
            aria-label={t("typed.value", { number: index + 1 })}
            placeholder="{{name}}"
            value={pair.value}
            onChange={(event) => change(pair.id, { value: event.currentTarget.value })}
            autoComplete="off"
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t("typed.remove", { number: index + 1 })}
            onClick={() => onChange({ ...draft, pairs: pairs.filter(({ id }) => id !== pair.id) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange({ ...draft, pairs: [...pairs, { id: newKey(), name: "", value: "" }] })}
      >
        {t("typed.add")}
      </Button>
    </div>
  );
}
