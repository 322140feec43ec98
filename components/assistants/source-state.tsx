"use client";

import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { When } from "../ui/when.tsx";
import { readSiteChange, siteChangeWords } from "./site-change.ts";
import type { Source } from "./source-queries.ts";

type Translate = ReturnType<typeof useTranslations<"knowledge">>;

/** The result of reading a source, in one sentence. */
export function SourceState({ source }: { source: Source }) {
  const t = useTranslations("knowledge");
  const say = useServiceWords();
  const { state, error, errorWording, failingSince, fetchedAt, passageCount, embeddedCount } = source;
  const amount = amountWords(source, t);
  const known = passageCount > 0 ? ` ${t("state.untilThen", { amount })}` : "";
  switch (state) {
    case "waiting":
      return `${t("state.waiting")}${known}`;
    case "reading":
      return `${t("state.reading")}${known}`;
    case "failed": {
      const why = error === null ? t("state.unknown") : say(error, errorWording);
      return (
        <>
          {failingSince
            ? t.rich("state.failedSince", { error: why, when: () => <When at={failingSince} /> })
            : t("state.failed", { error: why })}
          {passageCount > 0 ? ` ${t("state.meanwhile", { amount })}` : ""}
        </>
      );
    }
    default:
      return (
        <>
          {fetchedAt
            ? t.rich("state.readyAt", { amount, when: () => <When at={fetchedAt} precise /> })
            : t("state.ready", { amount })}
          <LastChange source={source} />
          {embeddedCount !== null && embeddedCount < passageCount ? t("state.embedding", { count: embeddedCount }) : ""}
        </>
      );
  }
}

function LastChange({ source: { changedAt, lastChange } }: { source: Source }) {
  const t = useTranslations("knowledge");
  const changes = siteChangeWords(readSiteChange(lastChange), t);
  if (!changes || !changedAt) return null;
  return t.rich("state.lastChange", { changes, when: () => <When at={changedAt} /> });
}

function amountWords({ passageCount, pageCount }: Source, t: Translate): string {
  if (pageCount === 0) return t("state.passages", { passages: passageCount });
  return t("state.passagesOfPages", { passages: passageCount, pages: pageCount });
}
