"use client";

import { Group, Select, Textarea } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { FieldGroup } from "../ui/field-group.tsx";
import { AddButton, RemoveButton } from "../ui/row-buttons.tsx";
import { ROLES, isRole, type HistoryRow } from "./eval-history.ts";

type Props = { rows: HistoryRow[]; onChange: (rows: HistoryRow[]) => void };

/** The messages before a golden question, as rows of author and text. */
export function HistoryFields({ rows, onChange }: Props) {
  const t = useTranslations("evals.history");
  const change = (id: string, part: Partial<HistoryRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () =>
    onChange([...rows, { id: randomId(), role: rows.at(-1)?.role === "client" ? "assistant" : "client", content: "" }]);
  return (
    <FieldGroup legend={t("title")} description={t("about")}>
      {rows.map(({ id, role, content }, index) => (
        <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
          <Select
            aria-label={t("who", { number: index + 1 })}
            data={ROLES.map((each) => ({ value: each, label: t(`roles.${each}`) }))}
            value={role}
            allowDeselect={false}
            w={120}
            flex="none"
            onChange={(value) => (isRole(value) ? change(id, { role: value }) : undefined)}
          />
          <Textarea
            aria-label={t("line", { number: index + 1 })}
            autosize
            minRows={1}
            maxRows={6}
            dir="auto"
            flex={1}
            value={content}
            onChange={(event) => change(id, { content: event.currentTarget.value })}
          />
          <RemoveButton
            mt={4}
            aria-label={t("remove", { number: index + 1 })}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          />
        </Group>
      ))}
      <AddButton onClick={add}>{t("add")}</AddButton>
    </FieldGroup>
  );
}
