"use client";

import { TextInput, UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./contacts.module.css";

type Props = {
  label: string;
  value: string | null;
  /** Null where the viewer may only read. Rejects with the reason why a value is not taken. */
  onSave: ((value: string | null) => Promise<void>) | null;
};

/** A fact that becomes a field when it is clicked: Enter or leaving it saves, Escape does not. */
export function ContactField({ label, value, onSave }: Props) {
  const t = useTranslations("contacts");
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function stop() {
    setText(null);
    setProblem(null);
  }
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
  const words = value ? <bdi>{value}</bdi> : <span className={classes.soft}>{onSave ? t("add") : "–"}</span>;
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {text !== null ? (
          <TextInput
            size="xs"
            aria-label={label}
            value={text}
            error={problem}
            data-autofocus
            ref={(input) => input?.focus()}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => void save()}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.nativeEvent.isComposing) void save();
              if (event.key !== "Escape") return;
              event.preventDefault();
              event.stopPropagation();
              stop();
            }}
          />
        ) : onSave ? (
          <UnstyledButton
            className={classes.edit}
            onClick={() => setText(value ?? "")}
            aria-label={value ? t("editField", { field: label, value }) : t("addField", { field: label })}
          >
            {words}
          </UnstyledButton>
        ) : (
          words
        )}
      </dd>
    </div>
  );
}
