import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import type { GuideField } from "./channel-guides.ts";

type Props = {
  fields: GuideField[];
  /** The form's props for the input with this name. */
  inputProps: (name: string) => { error?: ReactNode };
  /** The placeholder of every empty field, instead of an example. */
  placeholder?: string;
  /** Shows secrets in plain text: for secrets generated here instead of pasted. */
  showSecrets?: boolean;
};

/**
 * A channel's credential fields, each with a hint where to find the value. Browsers must not offer the person's own passwords
 * here.
 */
export function CredentialInputs({ fields, inputProps, placeholder, showSecrets = false }: Props) {
  const t = useTranslations("channels.guides.fields");
  const formId = useId();
  return fields.map((field) => {
    const given = {
      label: t(`${field.words}.label`),
      description: t(`${field.words}.where`),
      placeholder: placeholder ?? field.placeholder ?? "",
      withAsterisk: placeholder === undefined && !field.isOptional,
      ...inputProps(field.name),
    };
    if (!field.isSecret || showSecrets) {
      return <TextInput key={field.name} autoComplete="off" spellCheck={false} {...given} />;
    }
    // Unlike its other inputs, the library's PasswordInput sets neither `aria-describedby` nor `aria-invalid`.
    const [whereId, errorId] = [`${formId}-${field.name}-where`, `${formId}-${field.name}-error`];
    return (
      <PasswordInput
        key={field.name}
        autoComplete="new-password"
        descriptionProps={{ id: whereId }}
        errorProps={{ id: errorId }}
        aria-describedby={given.error ? `${errorId} ${whereId}` : whereId}
        aria-invalid={given.error ? true : undefined}
        {...given}
      />
    );
  });
}
