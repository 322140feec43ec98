"use client";

import { TextInput, UnstyledButton } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import classes from "./details.module.css";

type Props = {
  label: string;
  value: string | null;
  /** Null where the viewer may only read. Rejects with the reason why a value is not taken. */
  onSave: ((value: string | null) => Promise<void>) | null;
};

/** A fact that becomes a field when it is clicked: Enter or leaving it saves, Escape does not. */
export function EditableField({ label, value, onSave }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function save() {
    if (text === null || !onSave) return;
    const next = text.trim() || null;
    if (next === value) return stop();
    try {
      await onSave(next);
      stop();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  function stop() {
    setText(null);
    setProblem(null);
  }

  return (
    <div className={classes.fact}>
      <dt className={classes.factLabel}>{label}</dt>
      <dd className={classes.factValue}>
        {text === null ? (
          <Shown label={label} value={value} onEdit={onSave ? () => setText(value ?? "") : null} />
        ) : (
          <TextInput
            size="xs"
            aria-label={label}
            value={text}
            error={problem}
            errorProps={{ fz: "xs" }}
            data-autofocus
            ref={(input) => input?.focus()}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => void save()}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.nativeEvent.isComposing) void save();
              if (event.key === "Escape") stop();
            }}
          />
        )}
      </dd>
    </div>
  );
}

function Shown({ label, value, onEdit }: { label: string; value: string | null; onEdit: (() => void) | null }) {
  const words = value ? (
    <bdi className={classes.words}>{value}</bdi>
  ) : (
    <span className={classes.nothing}>{onEdit ? "Add" : "–"}</span>
  );
  if (!onEdit) return words;
  return (
    <UnstyledButton
      className={classes.edit}
      onClick={onEdit}
      aria-label={value ? `${label}: ${value}. Edit` : `Add ${label}`}
    >
      {words}
      <IconPencil size={14} className={classes.pencil} aria-hidden />
    </UnstyledButton>
  );
}

/** A fact that nobody edits here. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.factLabel}>{label}</dt>
      <dd className={classes.factValue}>{children}</dd>
    </div>
  );
}
