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

/** Nothing can be loaded any more, the catalogue neither: these few words are here in every language. */
const WORDS = { en, de, es, fr };

/**
 * A whole page for when even the frame of every page failed: it stands on nothing of the house, neither its components nor its
 * language, and says what it can by itself.
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

/** The language that the person has chosen, or that the browser asks for. */
function browserLocale(): string {
  const chosen = document.cookie.split("; ").find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`));
  return shownLocale(chosen?.slice(LOCALE_COOKIE.length + 1), navigator.languages.join(","));
}
