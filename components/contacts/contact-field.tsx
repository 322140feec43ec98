"use client";

import { TextInput, UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./contacts.module.css";

type Props = {
  label: string;
  value: string | null;
  /** null: the viewer may only read. Rejects with the reason if the value is refused. */
  onSave: ((value: string | null) => Promise<void>) | null;
};

/** A value that turns into an input on click. Enter or leaving the field saves, Escape cancels. */
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
