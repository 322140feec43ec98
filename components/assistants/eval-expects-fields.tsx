"use client";

import { ActionIcon, Button, Checkbox, Collapse, Group, Select, Stack, TagsInput, Text, Textarea } from "@mantine/core";
import { SegmentedControl, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { randomId, useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import type { ReactNode } from "react";
import { FieldGroup } from "../ui/field-group.tsx";
import { FIELD_NAMES } from "./client-fields.ts";
import type { Choice, ExpectsForm, FieldRow } from "./eval-expects.ts";

type Form = UseFormReturnType<{ expects: ExpectsForm }>;
/** `titles` and `tags` are what the assistant has; anything else may be written too. */
type Props = { form: Form; titles: string[]; tags: string[] };

/** Entries are taken whole, not parted at commas as is usual: “4,90 €” has one, and so have titles. */
const WHOLE: string[] = [];

/** What a good answer does: the usual on top, the rest folded away until something of it is expected. */
export function ExpectsFields({ form, titles, tags }: Props) {
  const { expects } = form.values;
  const [isOpen, { toggle }] = useDisclosure(hasMore(expects));
  return (
    <Stack gap="md">
      <TagsInput
        label="The answer contains"
        description="Words or figures, each followed by Enter. “4.90” is found in “4,90 €” too."
        splitChars={WHOLE}
        {...form.getInputProps("expects.contains")}
      />
      <TagsInput
        label="It draws on"
        description="Titles of sources."
        data={titles}
        splitChars={WHOLE}
        {...form.getInputProps("expects.cites")}
      />
      <ChoiceField label="It says that it does not know, or hands over" {...form.getInputProps("expects.refuses")} />
      <Button
        variant="subtle"
        size="compact-sm"
        justify="start"
        style={{ alignSelf: "flex-start" }}
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={14} aria-hidden style={{ rotate: isOpen ? "180deg" : "none" }} />}
        onClick={toggle}
      >
        More to expect
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="md">
          <TagsInput
            label="The answer does not contain"
            splitChars={WHOLE}
            {...form.getInputProps("expects.containsNot")}
          />
          <ChoiceField label="It hands over to a person" {...form.getInputProps("expects.handsOver")} />
          <ChoiceField label="It ends the conversation" {...form.getInputProps("expects.ends")} />
          <Stack gap="xs">
            <TagsInput
              label="It sets the tags"
              data={tags}
              disabled={expects.isUntagged}
              {...form.getInputProps("expects.tags")}
            />
            <Checkbox label="It sets no tag" {...form.getInputProps("expects.isUntagged", { type: "checkbox" })} />
          </Stack>
          <FieldRows
            rows={expects.fields}
            error={form.errors["expects.fields"]}
            onChange={(rows) => form.setFieldValue("expects.fields", rows)}
          />
          <Textarea
            label="A rule that a model judges by"
            description="One sentence about the answer: “Offers to call back”. Needs a model that the service's operator has set up."
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

const CHOICES = [
  { value: "any", label: "Either way" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

type ChoiceProps = { label: string; value?: Choice; onChange?: (value: string) => void };

function ChoiceField({ label, value = "any", onChange }: ChoiceProps) {
  const id = useId();
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" fw={500} id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        data={CHOICES}
        value={value}
        size="xs"
        onChange={(chosen) => onChange?.(chosen)}
      />
    </Group>
  );
}

const FIELDS = Object.entries(FIELD_NAMES).map(([value, label]) => ({ value, label }));

type FieldRowsProps = { rows: FieldRow[]; error: ReactNode; onChange: (rows: FieldRow[]) => void };

function FieldRows({ rows, error, onChange }: FieldRowsProps) {
  const change = (id: string, part: Partial<FieldRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const taken = new Set(rows.map(({ name }) => name));
  const free = FIELDS.filter(({ value }) => !taken.has(value));
  return (
    <FieldGroup
      legend="It takes down"
      description="What the customer said about themselves, and the assistant is to keep."
    >
      {rows.map(({ id, name, value }, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <Select
            aria-label={`Field ${index + 1}`}
            data={FIELDS.filter((field) => field.value === name || !taken.has(field.value))}
            value={name}
            allowDeselect={false}
            flex={2}
            onChange={(chosen) => change(id, { name: chosen ?? name })}
          />
          <TextInput
            aria-label={`Value of field ${index + 1}`}
            placeholder="Value"
            flex={3}
            value={value}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove field ${index + 1}`}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error ? (
        <Text size="xs" c="var(--bad)" role="alert">
          {error}
        </Text>
      ) : null}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={free.length === 0}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...rows, { id: randomId(), name: free[0]?.value ?? "", value: "" }])}
        >
          Add a field
        </Button>
      </Group>
    </FieldGroup>
  );
}
