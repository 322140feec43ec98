import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { catalogueOf } from "./catalogue.ts";
import { LOCALE_COOKIE } from "./locale-cookie.ts";
import { languageOf } from "./locales.ts";
import { shownLocale } from "./shown-locale.ts";
import { keptZone, ZONE_COOKIE } from "./zone-cookie.ts";

/**
 * What next-intl asks for each page. The language that a person has chosen is kept with their account, and in a cookie, which is all
 * that is known before anything is drawn.
 */
export default getRequestConfig(async () => {
  const kept = await cookies();
  const locale = shownLocale(kept.get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  const timeZone = keptZone(kept.get(ZONE_COOKIE)?.value);
  return { locale, timeZone, messages: await catalogueOf(languageOf(locale)) };
});
