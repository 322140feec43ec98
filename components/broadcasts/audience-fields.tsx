"use client";

import { Button, Group, MultiSelect, Select, Stack, TagsInput, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { segmentsQuery } from "../contacts/queries.ts";
import { tagsQuery } from "../inbox/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { BroadcastForm } from "./broadcast-form.ts";

type Props = { form: BroadcastForm; change: (more: Partial<BroadcastForm>) => void };

/** The audience: contacts that match all conditions. Without conditions, all contacts. */
export function AudienceFields({ form, change }: Props) {
  const t = useTranslations("broadcasts");
  const locale = useLocale();
  const workspaceId = useWorkspaceId();
  const tags = useQuery(tagsQuery(workspaceId, null)).data ?? [];
  const segments = useQuery(segmentsQuery(workspaceId)).data ?? [];
  const segmentNames = segments.map(({ id, name }) => ({ value: id, label: name }));
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
      {segments.length > 0 ? (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <Select
            label={t("segment")}
            description={t("segmentWords")}
            placeholder={t("anySegment")}
            data={segmentNames}
            value={form.segmentId}
            onChange={(segmentId) => change({ segmentId })}
            clearable
            searchable
            miw={200}
          />
          <MultiSelect
            label={t("excluded")}
            description={t("excludedWords")}
            data={segmentNames}
            value={form.excludeSegmentIds}
            onChange={(excludeSegmentIds) => change({ excludeSegmentIds })}
            maxValues={20}
            clearable
            searchable
            miw={200}
          />
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

/** Countries with phone numbers, to filter contacts by. ISO 3166-1 alpha-2. */
export const COUNTRIES: readonly string[] = `
AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE
BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF
CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO
DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL
IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW
KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH
MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT
PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM
SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO
TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK
YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);
