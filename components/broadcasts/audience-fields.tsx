"use client";

import { Button, Group, Select, Stack, TagsInput, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { tagsQuery } from "../settings/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { BroadcastForm } from "./broadcast-form.ts";
import { COUNTRIES } from "./countries.ts";

type Props = { form: BroadcastForm; change: (more: Partial<BroadcastForm>) => void };

/** Whom it is meant for: contacts for whom all of it holds; everybody where nothing is chosen. */
export function AudienceFields({ form, change }: Props) {
  const t = useTranslations("broadcasts");
  const locale = useLocale();
  const tags = useQuery(tagsQuery(useWorkspaceId())).data ?? [];
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const words = new Set([
    ...tags.filter(({ type }) => type === "client" || type === "common").map(({ tag }) => tag),
    ...form.tags,
  ]);
  return (
    <Stack gap="sm">
      {form.clientIds.length > 0 ? (
        <Group gap="sm">
          <Text>{t("chosen", { count: form.clientIds.length })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => change({ clientIds: [] })}>
            {t("chosenDrop")}
          </Button>
        </Group>
      ) : null}
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TagsInput
          label={t("tags")}
          description={t("tagsWords")}
          placeholder={form.tags.length === 0 ? t("anyTag") : undefined}
          data={[...words].sort((a, b) => a.localeCompare(b))}
          value={form.tags}
          onChange={(next) => change({ tags: next })}
          clearable
          miw={200}
        />
        <Select
          label={t("stage")}
          description={t("stageWords")}
          placeholder={t("anyStage")}
          data={tags
            .filter(({ type }) => type === "clientStage")
            .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity))
            .map(({ id, tag }) => ({ value: id, label: tag }))}
          value={form.stageId}
          onChange={(stageId) => change({ stageId })}
          clearable
          searchable
          miw={200}
        />
        <Select
          label={t("country")}
          description={t("countryWords")}
          placeholder={t("anyCountry")}
          data={COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
            a.label.localeCompare(b.label, locale),
          )}
          value={form.country}
          onChange={(country) => change({ country })}
          clearable
          searchable
          miw={200}
        />
      </Group>
    </Stack>
  );
}
