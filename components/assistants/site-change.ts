import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

const urls = z.array(z.string()).catch([]);
const siteChange = z.object({ added: urls, changed: urls, gone: urls });

type SiteChange = z.infer<typeof siteChange>;

/** Addresses of pages of a site that were new, other or gone; none where nothing is known. */
export function readSiteChange(json: Json | null): SiteChange {
  return siteChange.safeParse(json).data ?? { added: [], changed: [], gone: [] };
}

/** The same in a few words: "3 new, 1 gone"; empty for no change. */
export function siteChangeWords({ added, changed, gone }: SiteChange): string {
  return [
    [added.length, "new"],
    [changed.length, "changed"],
    [gone.length, "gone"],
  ]
    .filter(([count]) => count !== 0)
    .map((part) => part.join(" "))
    .join(", ");
}
