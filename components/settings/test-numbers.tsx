"use client";

import { Group, Switch, TextInput } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { FieldGroup } from "../ui/field-group.tsx";
import { AddButton, RemoveButton } from "../ui/row-buttons.tsx";

export type TestNumberRow = { id: string; phone: string; active: boolean };

type Props = { rows: TestNumberRow[]; onChange: (rows: TestNumberRow[]) => void };

/** Numbers that the assistants' playground can use as contacts. */
export function TestNumbers({ rows, onChange }: Props) {
  const t = useTranslations("settings.testNumbers");
  const change = (id: string, part: Partial<TestNumberRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <FieldGroup description={t("description")} legend={t("title")}>
      {rows.map(({ id, phone, active }, index) => (
        <Group key={id} gap="sm" wrap="nowrap" maw={400}>
          <TextInput
            aria-label={t("one", { place: index + 1 })}
            placeholder="+48 600 100 200"
            type="tel"
            value={phone}
            onChange={(event) => change(id, { phone: event.currentTarget.value })}
            flex={1}
          />
          <Switch
            label={t("active")}
            aria-label={t("isActive", { place: index + 1 })}
            checked={active}
            onChange={(event) => change(id, { active: event.currentTarget.checked })}
          />
          <RemoveButton
            aria-label={t("remove", { place: index + 1 })}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          />
        </Group>
      ))}
      <AddButton onClick={() => onChange([...rows, { id: randomId(), phone: "", active: true }])}>{t("add")}</AddButton>
    </FieldGroup>
  );
}
