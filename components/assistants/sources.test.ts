import { describe, expect, test } from "vitest";
import { createTranslator } from "next-intl";
import type { Json } from "../graphql/graphql.ts";
import { en } from "../i18n/messages/en.ts";
import type { Assistant } from "./queries.ts";
import { readSiteChange, siteChangeWords } from "./site-change.ts";
import type { Source } from "./source-queries.ts";
import { listProblem, namedAt, positionOf, sourcesIn } from "./sources.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "knowledge" });

const page = (title: string) => ({ kind: "text" as const, title, text: `About ${title}` });
const FILE = { kind: "file" as const, fileName: "0a.pdf", title: "handbook.pdf" };

function assistant(live: Json[], draft: Json[] | null = null): Assistant {
  return {
    id: "a",
    name: "Otto",
    type: "builtIn",
    integrationProperties: { sources: live },
    versionNumber: 1,
    gateScore: null,
    createdAt: "2026-11-21T00:00:00Z",
    patchedAt: null,
    channels: [],
    draft: draft && {
      id: "d",
      number: 2,
      note: null,
      integrationProperties: { sources: draft },
      score: null,
      createdAt: "2026-11-21T00:00:00Z",
      patchedAt: null,
    },
  };
}

function shown(facts: Partial<Source>): Source {
  return {
    id: "s",
    kind: "text",
    title: "Returns",
    url: null,
    fileName: null,
    state: "ready",
    error: null,
    errorWording: null,
    failingSince: null,
    passageCount: 1,
    pageCount: 0,
    embeddedCount: null,
    fetchedAt: null,
    nextFetchAt: null,
    changedAt: null,
    lastChange: null,
    livePosition: null,
    draftPosition: null,
    ...facts,
  };
}

describe("which entry of the properties a shown source is", () => {
  test("of the draft where there is one", () => {
    const source = shown({ livePosition: 1, draftPosition: 0 });
    const otto = assistant([FILE, page("Returns")], [page("Returns"), FILE]);
    expect(namedAt(otto, source, t)).toEqual({ position: 0, named: page("Returns") });
    expect(namedAt({ ...otto, draft: null }, source, t)).toEqual({ position: 1, named: page("Returns") });
    expect(positionOf(shown({ livePosition: 0 }), otto)).toBeNull();
  });

  test("none after somebody else has changed the list", () => {
    const source = shown({ livePosition: 0 });
    for (const live of [[], [FILE], [page("Shipping")]]) {
      expect(() => namedAt(assistant(live), source, t)).toThrow("in the meantime");
    }
    expect(() => namedAt(assistant([page("Returns")]), shown({}), t)).toThrow("in the meantime");
    const file = shown({ kind: "file", fileName: "0b.pdf", livePosition: 0 });
    expect(() => namedAt(assistant([FILE]), file, t)).toThrow("in the meantime");
  });

  test.each<Json>([null, {}, { sources: "all" }, { sources: [{ kind: "fax" }] }])("no list in %j", (properties) => {
    expect(sourcesIn(properties)).toEqual([]);
  });
});

test("a list that one request cannot carry is refused in words, by its bytes", () => {
  const long = (characters: number) => ({ ...page("Long"), text: "ü".repeat(characters) });
  expect(listProblem([long(100_000), FILE], t)).toBeNull();
  expect(listProblem([long(100_000), long(30_000)], t)).toMatch(/may have 240 KB; these have 25\d\. Upload/);
});

test("a site's change in a few words", () => {
  const change = readSiteChange({
    added: ["https://example.com/a", "https://example.com/b"],
    changed: [],
    gone: ["x"],
  });
  expect(siteChangeWords(change, t)).toBe("2 new, 1 gone");
  expect(siteChangeWords(readSiteChange(null), t)).toBe("");
  expect(siteChangeWords(readSiteChange({ added: 3 }), t)).toBe("");
});
