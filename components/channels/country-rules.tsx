"use client";

import { Group, Select, TextInput } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { FieldGroup } from "../ui/field-group.tsx";
import { AddButton, RemoveButton } from "../ui/row-buttons.tsx";
import type { CountryRule } from "./routing.ts";

type Props = {
  rules: CountryRule[];
  /** The label of the choices: agents or assistants. */
  whom: string;
  choices: { value: string; label: string }[];
  onChange: (rules: CountryRule[]) => void;
};

/** Assigns contacts by country. */
export function CountryRules({ rules, whom, choices, onChange }: Props) {
  const t = useTranslations("channels.routing");
  const names = new Intl.DisplayNames(useLocale(), { type: "region", fallback: "none" });
  const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? t("noCountry")) : t("twoLetters"));
  const change = (index: number, part: Partial<CountryRule>) =>
    onChange(rules.map((rule, place) => (place === index ? { ...rule, ...part } : rule)));
  return (
    <FieldGroup legend={t("rules")}>
      {rules.map((rule, index) => (
        // A rule has no ID, and rows are never reordered and hold no state, so the index can be the key.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={t("ruleCountry", { number: index + 1 })}
            placeholder="PL"
            description={country(rule.code)}
            inputWrapperOrder={["input", "description"]}
            maxLength={2}
            value={rule.code}
            onChange={(event) => change(index, { code: event.currentTarget.value.toUpperCase() })}
            w={120}
          />
          <Select
            aria-label={t("ruleWhom", { whom, number: index + 1 })}
            placeholder={whom}
            data={choices}
            searchable
            value={rule.assigneeId}
            onChange={(assigneeId) => change(index, { assigneeId })}
            flex={1}
          />
          <RemoveButton
            size={36}
            aria-label={t("removeRule", { number: index + 1 })}
            onClick={() => onChange(rules.filter((_, place) => place !== index))}
          />
        </Group>
      ))}
      <AddButton onClick={() => onChange([...rules, { code: "", assigneeId: null }])}>{t("addRule")}</AddButton>
    </FieldGroup>
  );
}
