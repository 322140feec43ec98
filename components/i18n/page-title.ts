import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { Messages } from "./catalogue.ts";

/** What the browser's tab is called while a page is shown. */
export async function pageTitle(page: keyof Messages["shell"]["pages"]): Promise<Metadata> {
  const t = await getTranslations("shell.pages");
  return { title: t(page) };
}
