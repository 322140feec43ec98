import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { Messages } from "./catalogue.ts";

/** The browser tab's title for a page. */
export async function pageTitle(page: keyof Messages["shell"]["pages"]): Promise<Metadata> {
  const t = await getTranslations("shell.pages");
  return { title: t(page) };
}

/** The same for a page with a secret in its URL: it sends no referrer, and search engines may not index it. */
export async function secretPage(page: keyof Messages["shell"]["pages"]): Promise<Metadata> {
  return { ...(await pageTitle(page)), referrer: "no-referrer", robots: { index: false } };
}
