"use client";

import { Group, TextInput } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import type { Json } from "../graphql/graphql.ts";
import { FieldGroup } from "../ui/field-group.tsx";
import { AddButton, RemoveButton } from "../ui/row-buttons.tsx";

export type HeaderRow = { id: string; name: string; value: string };

/** A webhook's headers as form rows. Stored values are masked. The service keeps a value that comes back masked. */
export function headerRows(headers: Json | undefined): HeaderRow[] {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) return [];
  return Object.entries(headers).map(([name, value]) => ({
    id: randomId(),
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

/** The rows as the API takes them. null: no headers. Skips rows without a name. */
export function headersOf(rows: HeaderRow[]): Record<string, string> | null {
  const named = rows.filter(({ name }) => name.trim() !== "");
  return named.length > 0 ? Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) : null;
}

type Props = { rows: HeaderRow[]; onChange: (rows: HeaderRow[]) => void };

/** Extra headers of each request, as rows of name and value. */
export function HeaderFields({ rows, onChange }: Props) {
  const t = useTranslations("developers.headers");
  const change = (id: string, part: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <FieldGroup description={t("description")} legend={t("title")}>
      {rows.map(({ id, name, value }, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t("name", { number: index + 1 })}
            placeholder="authorization"
            value={name}
            onChange={(event) => change(id, { name: event.currentTarget.value })}
            flex={2}
          />
          <TextInput
            aria-label={t("value", { number: index + 1 })}
            placeholder={t("valueHint")}
            value={value}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
            flex={3}
          />
          <RemoveButton
            aria-label={t("remove", { name: name || index + 1 })}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          />
        </Group>
      ))}
      <AddButton onClick={() => onChange([...rows, { id: randomId(), name: "", value: "" }])}>{t("add")}</AddButton>
    </FieldGroup>
  );
}
