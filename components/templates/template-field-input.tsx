"use client";

import { ActionIcon, Menu, TextInput, Tooltip } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CONTACT_FIELDS, contactValue, type TemplateContact } from "./contact-fields.ts";
import type { FieldProblem, TemplateField } from "./template-fields.ts";

type Props = {
  field: TemplateField;
  value: string;
  onChange: (value: string) => void;
  problem: FieldProblem | null;
  /** Shows problems at once, instead of after the person has left the field. */
  isStrict: boolean;
  contact: TemplateContact | null;
};

/** The input for one variable, file or button of a template. */
export function TemplateFieldInput({ field, value, onChange, problem, isStrict, contact }: Props) {
  const t = useTranslations("templates");
  const [wasLeft, setLeft] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { kind, name, card, example } = field;
  const label = t(`field.${labelOf(field)}`, { name });
  const isText = kind !== "moment" && kind !== "coordinate";
  return (
    <TextInput
      label={card === null ? label : t("inCard", { card: card + 1, label })}
      description={example ? t("example", { example }) : undefined}
      withAsterisk={field.isNeeded}
      type={kind === "moment" ? "datetime-local" : kind === "link" ? "url" : "text"}
      inputMode={kind === "coordinate" ? "decimal" : undefined}
      placeholder={kind === "link" ? "https://" : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      error={problem && (isStrict || wasLeft) ? t(`problem.${problem}`) : undefined}
      autoComplete="off"
      dir={kind === "link" ? "ltr" : "auto"}
      rightSection={
        isText ? (
          <Menu position="bottom-end" withinPortal opened={isMenuOpen} onChange={setMenuOpen}>
            <Menu.Target>
              <Tooltip label={t("insertField")} disabled={isMenuOpen}>
                <ActionIcon variant="subtle" color="gray" aria-label={t("insertFieldInto", { label })}>
                  <IconUserPlus size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </Menu.Target>
            <Menu.Dropdown>
              {CONTACT_FIELDS.map((each) => (
                <Menu.Item
                  key={each}
                  rightSection={contact ? contactValue(contact, each) || t("emptyField") : undefined}
                  onClick={() => onChange(joined(value, `{{${each}}}`))}
                >
                  {t(`contact.${each}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null
      }
    />
  );
}

/** The label's key. For links, coordinates and places it depends on `name`, for all others it is `kind`. */
function labelOf({ kind, name }: TemplateField) {
  switch (kind) {
    case "link":
      return name === "image" ? "image" : name === "video" ? "video" : "document";
    case "coordinate":
      return name === "latitude" ? "latitude" : "longitude";
    case "place":
      return name === "address" ? "placeAddress" : "placeName";
    case "text":
    case "fileName":
    case "urlEnd":
    case "oneTimeCode":
    case "code":
    case "moment":
      return kind;
  }
}

function joined(before: string, field: string): string {
  return before === "" || before.endsWith(" ") ? before + field : `${before} ${field}`;
}
