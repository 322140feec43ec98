"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import type { GuideField } from "./channel-guides.ts";

type Props = {
  fields: GuideField[];
  /** What a form gives its input of this name. */
  inputProps: (name: string) => object;
  /** Stands in every empty field, instead of an example. */
  placeholder?: string;
  /** Secrets as they are typed: for those that are made up here, not pasted. */
  showSecrets?: boolean;
};

/** The fields of a channel's credentials, each with where to find it. Browsers must not offer the person's own passwords. */
export function CredentialInputs({ fields, inputProps, placeholder, showSecrets = false }: Props) {
  return fields.map((field) => {
    const given = {
      label: field.label,
      description: field.where,
      placeholder: placeholder ?? field.placeholder ?? "",
      withAsterisk: placeholder === undefined && !field.isOptional,
      ...inputProps(field.name),
    };
    return field.isSecret && !showSecrets ? (
      <PasswordInput key={field.name} autoComplete="new-password" {...given} />
    ) : (
      <TextInput key={field.name} autoComplete="off" spellCheck={false} {...given} />
    );
  });
}
