"use client";

import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import classes from "./details.module.css";

type Props = {
  label: string;
  value: string | null;
  /** null: read-only. Rejects with the reason if a value is not accepted. */
  onSave: ((value: string | null) => Promise<void>) | null;
};

/** The typed text, and the value when typing began. */
type Edit = { text: string; from: string | null };

/**
 * A value that becomes a text field on click. Enter or leaving the field saves, Escape cancels. A saved value shows at once.
 * If someone else saves another value meanwhile, it is shown next to the field.
 */
export function EditableField({ label, value, onSave }: Props) {
  const t = useTranslations("thread.pane");
  const [edit, setEdit] = useState<Edit | null>(null);
  const [saving, setSaving] = useState<{ value: string | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOvertaken = edit !== null && value !== edit.from;

  async function save() {
    if (edit === null || !onSave) return;
    const next = edit.text.trim() || null;
    stop();
    if (next === value || next === edit.from) return;
    setSaving({ value: next });
    try {
      await onSave(next);
    } catch (error) {
      setEdit(edit);
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setSaving(null);
    }
  }

  function stop() {
    setEdit(null);
    setProblem(null);
  }

  return (
    <div className={classes.fact}>
      <dt className={classes.factLabel}>{label}</dt>
      <dd className={classes.factValue}>
        {edit === null ? (
          <Shown
            label={label}
            value={saving ? saving.value : value}
            onEdit={onSave ? () => setEdit({ text: value ?? "", from: value }) : null}
          />
        ) : (
          <TextInput
            size="xs"
            aria-label={label}
            value={edit.text}
            error={problem}
            errorProps={{ fz: "xs" }}
            data-autofocus
            ref={(input) => input?.focus()}
            onChange={(event) => setEdit({ ...edit, text: event.currentTarget.value })}
            onBlur={() => void save()}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.nativeEvent.isComposing) void save();
              if (event.key !== "Escape") return;
              // Leave only the field. The pane stays open.
              event.preventDefault();
              event.stopPropagation();
              stop();
            }}
          />
        )}
        {isOvertaken ? (
          <p className={classes.overtaken} role="status">
            {t("changedMeanwhile", { value: value ?? t("nothing") })}
            {/* Pressed before the field is left, which would save. */}
            <Button size="compact-xs" variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={stop}>
              {t("takeTheirs")}
            </Button>
          </p>
        ) : null}
      </dd>
    </div>
  );
}

function Shown({ label, value, onEdit }: { label: string; value: string | null; onEdit: (() => void) | null }) {
  const t = useTranslations("inbox.field");
  const words = value ? (
    <bdi className={classes.words}>{value}</bdi>
  ) : (
    <span className={classes.nothing}>{onEdit ? t("add") : "–"}</span>
  );
  if (!onEdit) return words;
  return (
    <UnstyledButton
      className={classes.edit}
      onClick={onEdit}
      aria-label={value ? t("edit", { label, value }) : t("addLabel", { label })}
    >
      {words}
      <IconPencil size={14} className={classes.pencil} aria-hidden />
    </UnstyledButton>
  );
}

/** A read-only value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.factLabel}>{label}</dt>
      <dd className={classes.factValue}>{children}</dd>
    </div>
  );
}
