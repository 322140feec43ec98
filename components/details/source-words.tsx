"use client";

import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import { safeHref } from "../ui/safe-href.ts";
import { referralWords } from "./referral-words.ts";
import classes from "./details.module.css";

type Source = {
  sourceType: string | null;
  sourceUrl: string | null;
  ad: { headline: string | null; text: string | null } | null;
};

/** What led a contact to write, with a link to it, and the headline of an ad. */
export function SourceWords({ source: { sourceType, sourceUrl, ad } }: { source: Source }) {
  const words = referralWords(sourceType, useTranslations("inbox"));
  const href = safeHref(sourceUrl);
  return (
    <>
      {href ? (
        <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" inherit>
          {words}
        </Anchor>
      ) : (
        words
      )}
      {ad?.headline ? (
        <bdi className={classes.headline} title={ad.text ?? undefined}>
          {ad.headline}
        </bdi>
      ) : null}
    </>
  );
}
