import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import type { GuideField } from "./channel-guides.ts";

type Props = {
  fields: GuideField[];
  /** What a form gives its input of this name. */
  inputProps: (name: string) => { error?: ReactNode };
  /** Stands in every empty field, instead of an example. */
  placeholder?: string;
  /** Secrets as they are typed: for those that are made up here, not pasted. */
  showSecrets?: boolean;
};

/** The fields of a channel's credentials, each with where to find it. Browsers must not offer the person's own passwords. */
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
    // At this input alone the library does not say what describes it, and that it is wrong.
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
