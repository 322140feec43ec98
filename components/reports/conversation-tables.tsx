"use client";

import { useTranslations } from "next-intl";
import { wayOf } from "../details/referral-words.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CountLink } from "./count-link.tsx";
import { convLinks, COUNTS, ofChannel, term } from "./inbox-links.ts";
import type { ConversationsReport } from "./queries.ts";
import { ReportTable } from "./report-table.tsx";
import type { ReportUrl } from "./use-report-url.ts";

export function ChannelsTable({ channels, url }: { channels: ConversationsReport["byChannel"]; url: ReportUrl }) {
  const t = useTranslations("reports");
  const workspaceId = useWorkspaceId();
  return (
    <ReportTable
      title={t("byChannel")}
      file="channels"
      rows={channels}
      keyOf={({ integrationId }) => integrationId}
      empty={t("nothing")}
      columns={[
        { name: t("channel"), value: ({ name }) => name },
        ...COUNTS.map((count) => ({
          name: t(`counts.${count}`),
          value: (row: (typeof channels)[number]) => row[count],
          show: (row: (typeof channels)[number]) => (
            <CountLink
              count={row[count]}
              href={convLinks(workspaceId, [ofChannel(row.integrationId)]).counted(count, url)}
            />
          ),
          isNumber: true,
        })),
      ]}
    />
  );
}

/** The tags of the conversations that started in the period. */
export function TagsTable({ tags, url }: { tags: ConversationsReport["byTag"]; url: ReportUrl }) {
  const t = useTranslations("reports");
  const workspaceId = useWorkspaceId();
  return (
    <ReportTable
      title={t("byTag")}
      file="tags"
      rows={tags}
      keyOf={({ tag }) => tag}
      empty={t("noTags")}
      columns={[
        { name: t("tag"), value: ({ tag }) => tag },
        {
          name: t("counts.opened"),
          value: ({ opened }) => opened,
          show: ({ tag, opened }) => (
            <CountLink
              count={opened}
              href={convLinks(workspaceId, [ofChannel(url.channelId), term("tag", tag)]).opened(url)}
            />
          ),
          isNumber: true,
        },
      ]}
    />
  );
}

/** What led contacts to write: ads, links, pages. */
export function SourcesTable({ sources }: { sources: ConversationsReport["bySource"] }) {
  const t = useTranslations("reports");
  const kindOf = (sourceType: string) => {
    const way = wayOf(sourceType);
    return way ? t(`sources.${way}`) : sourceType;
  };
  return (
    <ReportTable
      title={t("bySource")}
      file="sources"
      rows={sources}
      keyOf={({ sourceType, adId, url }) => `${sourceType} ${adId ?? url ?? ""}`}
      empty={t("nothing")}
      columns={[
        { name: t("source"), value: ({ sourceType }) => kindOf(sourceType) },
        { name: t("sourceName"), value: ({ headline, url }) => headline ?? url },
        { name: t("sourceConvs"), value: ({ convs }) => convs, isNumber: true },
        { name: t("sourceId"), value: ({ adId }) => adId },
      ]}
    />
  );
}

const CATEGORIES = [
  "marketing",
  "marketing_lite",
  "utility",
  "authentication",
  "authentication-international",
  "service",
  "referral_conversion",
] as const;

/** What WhatsApp charges for. */
export function PricesTable({ prices }: { prices: ConversationsReport["byPrice"] }) {
  const t = useTranslations("reports");
  const nameOf = (category: string) => {
    const known = CATEGORIES.find((each) => each === category);
    return known ? t(`categories.${known}`) : category;
  };
  return (
    <ReportTable
      title={t("byPrice")}
      description={t("byPriceHint")}
      file="prices"
      rows={prices}
      keyOf={({ category }) => category}
      empty={t("nothing")}
      columns={[
        { name: t("category"), value: ({ category }) => nameOf(category) },
        { name: t("charged"), value: ({ charged }) => charged, isNumber: true },
        { name: t("free"), value: ({ messages, charged }) => messages - charged, isNumber: true },
      ]}
    />
  );
}
