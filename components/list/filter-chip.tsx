"use client";

import { CloseButton, Popover, UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { isOfHappening, type Term } from "./conv-query.ts";
import { FilterEditor } from "./filter-editor.tsx";
import { useTermWords } from "../inbox/use-term-words.ts";
import classes from "./filter-bar.module.css";

type Props = {
  term: Term;
  isMissing: boolean;
  isNew?: boolean;
  /** null: removes the condition. */
  onChange: (term: Term | null) => void;
};

/** One condition in words. Press it to edit it. */
export function FilterChip({ term, isMissing, isNew = false, onChange }: Props) {
  const t = useTranslations("list");
  const [isOpen, setOpen] = useState(isNew);
  const name = useTermWords(term);

  function close() {
    setOpen(false);
    if (isNew) onChange(null);
  }
  // Conditions from a report's link cannot be edited, only removed.
  if (isOfHappening(term.field) && term.values.some((value) => value.includes("/"))) {
    return (
      <span className={classes.chip}>
        <span className={classes.chipButton}>{name}</span>
        <CloseButton size="xs" aria-label={t("filter.removeWord", { word: name })} onClick={() => onChange(null)} />
      </span>
    );
  }
  return (
    <Popover opened={isOpen} onChange={(open) => (open ? setOpen(true) : close())} width={300} trapFocus returnFocus>
      <Popover.Target>
        <span className={classes.chip} data-wrong={isMissing || undefined}>
          <UnstyledButton className={classes.chipButton} aria-expanded={isOpen} onClick={() => setOpen(true)}>
            {isMissing ? t("filter.nobody", { name }) : name}
          </UnstyledButton>
          <CloseButton size="xs" aria-label={t("filter.removeWord", { word: name })} onClick={() => onChange(null)} />
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterEditor
          term={term}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
          onRemove={() => onChange(null)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
