import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { Messages } from "./catalogue.ts";

/** What the browser's tab is called while a page is shown. */
export async function pageTitle(page: keyof Messages["shell"]["pages"]): Promise<Metadata> {
  const t = await getTranslations("shell.pages");
  return { title: t(page) };
}

/** The same for a page whose address is a secret: no other site and no search engine is told of it. */
export async function secretPage(page: keyof Messages["shell"]["pages"]): Promise<Metadata> {
  return { ...(await pageTitle(page)), referrer: "no-referrer", robots: { index: false } };
}
