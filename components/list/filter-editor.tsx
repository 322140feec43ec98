"use client";

import { Button, Group, MultiSelect, SegmentedControl, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { QueryOp, Term } from "./conv-query.ts";
import { isFree, LENGTHS, opsOf, useFieldValues } from "./filter-fields.ts";

type Props = { term: Term; onApply: (term: Term) => void; onRemove: () => void };

/** Edits the operator and the values of one condition. Changes take effect when they are applied. */
export function FilterEditor({ term, onApply, onRemove }: Props) {
  const t = useTranslations("list");
  const { field } = term;
  const [op, setOp] = useState<QueryOp>(term.op);
  const [values, setValues] = useState<string[]>([...term.values]);
  const offered = useFieldValues(field);
  const isTimed = op !== "is" && op !== "isNot";

  function choose(next: string) {
    setOp(next as QueryOp);
    const kept = kindOf(next as QueryOp) === kindOf(op);
    if (!kept) setValues([]);
  }
  const common = { label: t(`filter.field.${field}`), comboboxProps: { withinPortal: false } };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (values.length > 0) onApply({ field, op, values });
      }}
    >
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t("filter.how")}
          data={opsOf(field).map((each) => ({ value: each, label: t(`filter.op.${each}`) }))}
          value={op}
          onChange={choose}
        />
        {op === "before" || op === "after" ? (
          <TextInput
            type="date"
            label={common.label}
            value={values[0] ?? ""}
            onChange={(event) => setValues(event.currentTarget.value ? [event.currentTarget.value] : [])}
          />
        ) : op === "within" || op === "beyond" ? (
          <Select
            {...common}
            data={[...new Set([...LENGTHS, ...values])]}
            value={values[0] ?? null}
            onChange={(value) => setValues(value ? [value] : [])}
          />
        ) : isFree(field) ? (
          <TagsInput {...common} data={offered} value={values} onChange={setValues} acceptValueOnBlur maxTags={50} />
        ) : (
          <MultiSelect {...common} searchable data={offered} value={values} onChange={setValues} maxValues={50} />
        )}
        {isTimed || values.length < 2 ? null : op === "is" ? <small>{t("filter.anyOf")}</small> : null}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onRemove}>
            {t("filter.remove")}
          </Button>
          <Button type="submit" size="compact-sm" disabled={values.length === 0}>
            {t("filter.apply")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function kindOf(op: QueryOp): "choice" | "time" | "length" {
  if (op === "is" || op === "isNot") return "choice";
  return op === "before" || op === "after" ? "time" : "length";
}
