"use client";

import { useState, useSyncExternalStore } from "react";
import { LOCALE_COOKIE } from "../i18n/locale-cookie.ts";
import { languageOf } from "../i18n/locales.ts";
import { shownLocale } from "../i18n/shown-locale.ts";
import de from "../i18n/messages/de/broken.json" with { type: "json" };
import en from "../i18n/messages/en/broken.json" with { type: "json" };
import es from "../i18n/messages/es/broken.json" with { type: "json" };
import fr from "../i18n/messages/fr/broken.json" with { type: "json" };
import { paths } from "../paths.ts";
import { reportNow } from "./error-report.ts";
import classes from "./broken-house.module.css";

/** The catalogue may no longer load, so these texts are bundled in every language. */
const WORDS = { en, de, es, fr };

/**
 * A page for errors in the root layout. It uses no other component and no translation context, because those may have failed.
 */
export function BrokenHouse({ error, retry }: { error: unknown; retry: () => void }) {
  const locale = useSyncExternalStore(neverChanges, browserLocale, () => "en");
  const [report] = useState(() => reportNow(error));
  const [isCopied, setCopied] = useState(false);
  const words = WORDS[languageOf(locale)];
  const copy = () =>
    navigator.clipboard.writeText(report.copied).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <html lang={locale}>
      <body className={classes.body}>
        <title>{words.title}</title>
        <main className={classes.page} role="alert">
          <h1 className={classes.title}>{words.title}</h1>
          <p className={classes.message}>{words.message}</p>
          <p className={classes.reference}>
            {words.reference} <code suppressHydrationWarning>{report.reference}</code>
          </p>
          <div className={classes.actions}>
            <button type="button" className={classes.main} onClick={retry}>
              {words.tryAgain}
            </button>
            <button type="button" className={classes.action} onClick={() => void copy()}>
              {isCopied ? words.copied : words.copy}
            </button>
            {/* A whole new page: what is in this one's memory may be what is broken. */}
            <a className={classes.action} href={paths.home()}>
              {words.home}
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}

const neverChanges = () => () => undefined;

/** The person's chosen language, otherwise the browser's. */
function browserLocale(): string {
  const chosen = document.cookie.split("; ").find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`));
  return shownLocale(chosen?.slice(LOCALE_COOKIE.length + 1), navigator.languages.join(","));
}
