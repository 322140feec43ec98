"use client";

import { Button, Group, PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";

type Props = {
  label: string;
  description: string;
  /** The accessible name of the Replace button. */
  replaceLabel: string;
  /** The visible part of the stored secret. null: none is stored yet. */
  stored: string | null;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
};

/** A secret that can be replaced but never read. Browsers must not offer the person's own passwords here. */
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
  // Unlike its other inputs, the library's PasswordInput sets neither `aria-describedby` nor `aria-invalid`.
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
