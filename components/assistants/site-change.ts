import type { useTranslations } from "next-intl";
import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

type Translate = ReturnType<typeof useTranslations<"knowledge">>;

const urls = z.array(z.string()).catch([]);
const siteChange = z.object({ added: urls, changed: urls, gone: urls });

type SiteChange = z.infer<typeof siteChange>;

const KINDS = ["added", "changed", "gone"] as const;

/** URLs of a site's added, changed and removed pages. Empty lists if nothing is known. */
export function readSiteChange(json: Json | null): SiteChange {
  return siteChange.safeParse(json).data ?? { added: [], changed: [], gone: [] };
}

/** A short summary: "3 new, 1 gone". Empty: no change. */
export function siteChangeWords(change: SiteChange, t: Translate): string {
  return KINDS.filter((kind) => change[kind].length > 0)
    .map((kind) => t(`change.${kind}`, { count: change[kind].length }))
    .join(", ");
}
