"use client";

import { Modal, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";

type Props = {
  title: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the name of a segment. A refusal is shown at the field. */
export function SegmentDialog({ title, name: before, onSave, onClose }: Props) {
  const t = useTranslations("contacts.segments");
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    try {
      await onSave(name.trim());
      onClose();
    } catch (error) {
      const errors = fieldErrors(error instanceof Error ? error : new Error(String(error)), ["name"]);
      setProblem(errors.name ?? errors.form ?? null);
      setSaving(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <SaveForm
        onSubmit={() => void save()}
        submit={t("keep")}
        isBusy={isSaving}
        isDisabled={name.trim() === ""}
        onCancel={onClose}
      >
        <TextInput
          label={t("name")}
          description={t("nameHint")}
          data-autofocus
          required
          maxLength={60}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </SaveForm>
    </Modal>
  );
}
