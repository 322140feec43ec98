"use client";

import { ActionIcon, Group, Select, Stack, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import type { CannedReply } from "../composer/canned-queries.ts";
import { REPLY_LANGUAGES } from "../composer/reply-languages.ts";

type Words = Pick<CannedReply, "language" | "variants">;
type Props = Words & { onChange: (words: Words) => void };

/** The language of a canned reply, and its translations. */
export function RepliesLanguages({ language, variants, onChange }: Props) {
  const t = useTranslations("composer.replies");
  const names = new Intl.DisplayNames([useLocale()], { type: "language" });
  const nameOf = (code: string) => names.of(code) ?? code;
  const taken = new Set([language, ...variants.map((variant) => variant.language)]);
  const free = REPLY_LANGUAGES.filter((code) => !taken.has(code));
  const choices = (codes: readonly string[]) =>
    codes.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => a.label.localeCompare(b.label));
  const change = (code: string, content: string) =>
    onChange({
      language,
      variants: variants.map((variant) => (variant.language === code ? { ...variant, content } : variant)),
    });
  return (
    <Stack gap="sm">
      <Select
        label={t("language")}
        description={t("languageHint")}
        placeholder={t("anyLanguage")}
        data={choices([...(language ? [language] : []), ...free])}
        value={language}
        searchable
        clearable={variants.length === 0}
        onChange={(code) => onChange({ language: code, variants })}
      />
      {variants.map(({ language: code, content }) => (
        <Group key={code} align="flex-start" gap="xs" wrap="nowrap">
          <Textarea
            required
            style={{ flex: 1 }}
            label={t("variantText", { language: nameOf(code) })}
            dir="auto"
            lang={code}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={4_096}
            value={content}
            onChange={(event) => change(code, event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("removeVariant", { language: nameOf(code) })}
            onClick={() => onChange({ language, variants: variants.filter((variant) => variant.language !== code) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {language === null ? null : (
        <Select
          label={t("variants")}
          placeholder={t("addVariant")}
          data={choices(free)}
          value={null}
          searchable
          onChange={(code) => code && onChange({ language, variants: [...variants, { language: code, content: "" }] })}
        />
      )}
    </Stack>
  );
}
