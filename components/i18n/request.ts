import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { catalogueOf } from "./catalogue.ts";
import { LOCALE_COOKIE } from "./locale-cookie.ts";
import { languageOf } from "./locales.ts";
import { shownLocale } from "./shown-locale.ts";
import { keptZone, ZONE_COOKIE } from "./zone-cookie.ts";

/**
 * next-intl's configuration for each request. A person's language is stored with the account and in a cookie. Only the cookie is
 * available before rendering.
 */
export default getRequestConfig(async () => {
  const kept = await cookies();
  const locale = shownLocale(kept.get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  const timeZone = keptZone(kept.get(ZONE_COOKIE)?.value);
  return { locale, timeZone, messages: await catalogueOf(languageOf(locale)) };
});
