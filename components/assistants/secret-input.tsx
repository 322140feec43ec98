"use client";

import { Button, Group, PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";

type Props = {
  label: string;
  description: string;
  /** What the button that replaces it is called by those who hear it. */
  replaceLabel: string;
  /** What is shown of the stored one; null: there is none yet. */
  stored: string | null;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
};

/** A secret that can be replaced, never read. Browsers must not offer the person's own passwords. */
export function SecretInput({ label, description, replaceLabel, stored, value, onChange, error }: Props) {
  const t = useTranslations("assistants.secret");
  const id = useId();
  const [isReplacing, setReplacing] = useState(false);
  if (stored !== null && !isReplacing) {
    return (
      <Group align="flex-end" gap="xs">
        <TextInput label={label} description={description} value={stored} readOnly flex="1 1 240px" error={error} />
        <Button variant="default" h={36} onClick={() => setReplacing(true)} aria-label={replaceLabel}>
          {t("replace")}
        </Button>
      </Group>
    );
  }
  // At this input alone the library does not say what describes it, and that it is wrong.
  const [whereId, errorId] = [`${id}-where`, `${id}-error`];
  return (
    <Group align="flex-end" gap="xs">
      <PasswordInput
        label={label}
        description={description}
        placeholder={stored ?? ""}
        withAsterisk={stored === null}
        autoComplete="new-password"
        autoFocus={stored !== null}
        flex="1 1 240px"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        descriptionProps={{ id: whereId }}
        errorProps={{ id: errorId }}
        aria-describedby={error ? `${errorId} ${whereId}` : whereId}
        aria-invalid={error ? true : undefined}
      />
      {stored === null ? null : (
        <Button
          variant="subtle"
          color="gray"
          h={36}
          onClick={() => {
            onChange("");
            setReplacing(false);
          }}
        >
          {t("keep")}
        </Button>
      )}
    </Group>
  );
}
