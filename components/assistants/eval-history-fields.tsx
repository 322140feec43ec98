"use client";

import { ActionIcon, Button, Group, Select, Textarea } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { IconPlus, IconX } from "@tabler/icons-react";
import { FieldGroup } from "../ui/field-group.tsx";
import { ROLE_NAMES, isRole } from "./eval-history.ts";
import type { HistoryRow } from "./eval-history.ts";

const ROLES = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }));

type Props = { rows: HistoryRow[]; onChange: (rows: HistoryRow[]) => void };

/** What was said before a golden question, as rows of who and what. */
export function HistoryFields({ rows, onChange }: Props) {
  const change = (id: string, part: Partial<HistoryRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () =>
    onChange([...rows, { id: randomId(), role: rows.at(-1)?.role === "client" ? "assistant" : "client", content: "" }]);
  return (
    <FieldGroup
      legend="Said before"
      description="Where the question only makes sense after something else. Oldest first."
    >
      {rows.map(({ id, role, content }, index) => (
        <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
          <Select
            aria-label={`Who said line ${index + 1}`}
            data={ROLES}
            value={role}
            allowDeselect={false}
            w={120}
            flex="none"
            onChange={(value) => (isRole(value) ? change(id, { role: value }) : undefined)}
          />
          <Textarea
            aria-label={`Line ${index + 1}`}
            autosize
            minRows={1}
            maxRows={6}
            dir="auto"
            flex={1}
            value={content}
            onChange={(event) => change(id, { content: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={`Remove line ${index + 1}`}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          Add a line
        </Button>
      </Group>
    </FieldGroup>
  );
}
