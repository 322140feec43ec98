import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { de } from "../i18n/messages/de.ts";
import { en } from "../i18n/messages/en.ts";
import type { Source } from "./source-queries.ts";
import { SourceState } from "./source-state.tsx";

const at = "2025-11-21T10:00:00Z";
const page: Source = {
  id: "s",
  kind: "text",
  title: "Returns",
  url: null,
  fileName: null,
  state: "waiting",
  error: null,
  errorWording: null,
  failingSince: null,
  passageCount: 0,
  pageCount: 0,
  embeddedCount: null,
  fetchedAt: null,
  nextFetchAt: null,
  changedAt: null,
  lastChange: null,
  livePosition: 0,
  draftPosition: null,
};

/** The text alone. A time of more than a week ago is a date. */
function said(source: Partial<Source>, locale: "en" | "de" = "en"): string {
  const children = createElement(SourceState, { source: { ...page, ...source } });
  const messages = locale === "en" ? en : de;
  const markup = renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale, messages, timeZone: "UTC", children }),
  );
  return markup.replace(/<[^>]+>/g, "");
}

test("a source that is waiting or read says what answers come from until then", () => {
  expect(said({})).toBe("Waiting to be read.");
  expect(said({ state: "reading", passageCount: 1 })).toBe(
    "Being read… Until then it answers from the 1 passage that it already has.",
  );
});

test("one that could not be read says why and since when, and what it still has", () => {
  expect(said({ state: "failed" })).toBe("Could not be read: the reason is not known.");
  expect(said({ state: "failed", error: "404 <gone>", failingSince: at, passageCount: 2, pageCount: 1 })).toBe(
    "Could not be read: 404 &lt;gone&gt;, since Nov 21, 2025. It answers from the 2 passages of 1 page that it already has.",
  );
  const encrypted = {
    error: "it is encrypted with a password",
    errorWording: { code: "source.encrypted", params: {} },
  };
  expect(said({ state: "failed", ...encrypted }, "de")).toContain("sie ist mit einem Passwort verschlüsselt");
});

test("one whose passages do not all have vectors yet says how far it is", () => {
  const read = { state: "ready", passageCount: 400 } as const;
  expect(said({ ...read, embeddedCount: 120 })).toBe("Ready: 400 passages; 120 indexed for semantic search so far");
  expect(said({ ...read, embeddedCount: 400 })).toBe("Ready: 400 passages");
});

test("one that was read says how much, when, and what changed last", () => {
  const site = { state: "ready", passageCount: 1_200, pageCount: 30, fetchedAt: at, changedAt: at } as const;
  const lastChange = { added: ["/a", "/b"], changed: [], gone: ["/c"] };
  expect(said({ ...site, fetchedAt: null })).toBe("Ready: 1,200 passages of 30 pages");
  expect(said({ ...site, lastChange })).toBe(
    "Ready: 1,200 passages of 30 pages, read Nov 21, 2025; last change Nov 21, 2025: 2 new, 1 gone",
  );
  expect(said({ ...site, lastChange }, "de")).toBe(
    "Bereit: 1.200 Textstellen von 30 Seiten, gelesen 21.11.2025; letzte Änderung 21.11.2025: 2 neu, 1 verschwunden",
  );
});
