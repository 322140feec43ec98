"use client";

import {
  Button,
  Checkbox,
  Collapse,
  Group,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  SegmentedControl,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { randomId, useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { FieldGroup } from "../ui/field-group.tsx";
import { AddButton, RemoveButton } from "../ui/row-buttons.tsx";
import { CLIENT_FIELDS, fieldName } from "../assistants/client-fields.ts";
import type { Choice, ExpectsForm, FieldRow } from "./eval-expects.ts";

type Form = UseFormReturnType<{ expects: ExpectsForm }>;
/** `titles` and `tags` are the assistant's own. The person may also enter others. */
type Props = { form: Form; titles: string[]; tags: string[] };

/** No split characters: entries such as “4,90 €” and titles contain commas. */
const WHOLE: string[] = [];

/** The expectations of a good answer. The common ones are on top. The others are collapsed until one has a value. */
export function ExpectsFields({ form, titles, tags }: Props) {
  const t = useTranslations("evals.expects");
  const { expects } = form.values;
  const [isOpen, { toggle }] = useDisclosure(hasMore(expects));
  return (
    <Stack gap="md">
      <TagsInput
        label={t("contains")}
        description={t("containsHint")}
        splitChars={WHOLE}
        {...form.getInputProps("expects.contains")}
      />
      <TagsInput
        label={t("cites")}
        description={t("citesHint")}
        data={titles}
        splitChars={WHOLE}
        {...form.getInputProps("expects.cites")}
      />
      <ChoiceField label={t("refuses")} {...form.getInputProps("expects.refuses")} />
      <Button
        variant="subtle"
        size="compact-sm"
        justify="start"
        style={{ alignSelf: "flex-start" }}
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={14} aria-hidden style={{ rotate: isOpen ? "180deg" : "none" }} />}
        onClick={toggle}
      >
        {t("more")}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="md">
          <TagsInput label={t("containsNot")} splitChars={WHOLE} {...form.getInputProps("expects.containsNot")} />
          <ChoiceField label={t("handsOver")} {...form.getInputProps("expects.handsOver")} />
          <ChoiceField label={t("ends")} {...form.getInputProps("expects.ends")} />
          <Stack gap="xs">
            <TagsInput
              label={t("tags")}
              data={tags}
              disabled={expects.isUntagged}
              {...form.getInputProps("expects.tags")}
            />
            <Checkbox label={t("untagged")} {...form.getInputProps("expects.isUntagged", { type: "checkbox" })} />
          </Stack>
          <FieldRows
            rows={expects.fields}
            error={form.errors["expects.fields"]}
            onChange={(rows) => form.setFieldValue("expects.fields", rows)}
          />
          <Textarea
            label={t("judge")}
            description={t("judgeHint")}
            autosize
            minRows={2}
            {...form.getInputProps("expects.judge")}
          />
        </Stack>
      </Collapse>
    </Stack>
  );
}

function hasMore({ containsNot, handsOver, ends, tags, isUntagged, fields, judge }: ExpectsForm): boolean {
  const isChosen = handsOver !== "any" || ends !== "any" || isUntagged;
  return isChosen || containsNot.length + tags.length + fields.length > 0 || judge !== "";
}

const CHOICES: readonly Choice[] = ["any", "yes", "no"];

type ChoiceProps = { label: string; value?: Choice; onChange?: (value: string) => void };

function ChoiceField({ label, value = "any", onChange }: ChoiceProps) {
  const t = useTranslations("evals.expects.choices");
  const id = useId();
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" fw={500} id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        data={CHOICES.map((choice) => ({ value: choice, label: t(choice) }))}
        value={value}
        size="xs"
        onChange={(chosen) => onChange?.(chosen)}
      />
    </Group>
  );
}

type FieldRowsProps = { rows: FieldRow[]; error: ReactNode; onChange: (rows: FieldRow[]) => void };

function FieldRows({ rows, error, onChange }: FieldRowsProps) {
  const t = useTranslations("evals.expects");
  const words = useTranslations("assistants");
  const all = CLIENT_FIELDS.map((field) => ({ value: field, label: fieldName(field, words) }));
  const change = (id: string, part: Partial<FieldRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const taken = new Set(rows.map(({ name }) => name));
  const free = all.filter(({ value }) => !taken.has(value));
  return (
    <FieldGroup legend={t("fields")} description={t("fieldsHint")}>
      {rows.map(({ id, name, value }, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <Select
            aria-label={t("field", { number: index + 1 })}
            data={all.filter((field) => field.value === name || !taken.has(field.value))}
            value={name}
            allowDeselect={false}
            flex={2}
            onChange={(chosen) => change(id, { name: chosen ?? name })}
          />
          <TextInput
            aria-label={t("valueOf", { number: index + 1 })}
            placeholder={t("value")}
            flex={3}
            value={value}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
          />
          <RemoveButton
            aria-label={t("removeField", { number: index + 1 })}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          />
        </Group>
      ))}
      {error ? (
        <Text size="xs" c="var(--danger-text)" role="alert">
          {error}
        </Text>
      ) : null}
      <AddButton
        disabled={free.length === 0}
        onClick={() => onChange([...rows, { id: randomId(), name: free[0]?.value ?? "", value: "" }])}
      >
        {t("addField")}
      </AddButton>
    </FieldGroup>
  );
}
