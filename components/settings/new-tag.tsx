"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";

type Props = { label: string; onAdd: (tag: string) => Promise<unknown> };

/** Adds an entry to a list of tags. */
export function NewTag({ label, onAdd }: Props) {
  const t = useTranslations("settings.tags");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function add() {
    setBusy(true);
    try {
      await onAdd(text.trim());
      setText("");
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !isBusy) void add();
      }}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label={label}
          placeholder={t("placeholder")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={problem}
          flex={1}
        />
        <Button type="submit" variant="default" disabled={!text.trim()} loading={isBusy}>
          {t("add")}
        </Button>
      </Group>
    </form>
  );
}
