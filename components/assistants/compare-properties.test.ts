import { expect, test } from "vitest";
import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en.ts";
import { compareProperties } from "./compare-properties.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "assistants" });

test("the same in another order is no difference", () => {
  const before = { model: "m", apiKey: "•••1234", sources: [{ kind: "text", title: "A", text: "a" }] };
  const after = { sources: [{ text: "a", kind: "text", title: "A" }], apiKey: "•••1234", model: "m" };
  expect(compareProperties(before, after, t)).toEqual([]);
});

test("each property that differs stands with its own words, set or not", () => {
  const before = { apiKey: "•••1234", model: "one", instructions: "Be brief", temperature: 0, headers: { a: "•••" } };
  const after = { apiKey: "•••5678", model: "one", instructions: "Be kind", headers: { a: "•••", b: "•••" } };
  expect(compareProperties(before, after, t)).toEqual([
    { name: "Key", before: "•••1234", after: "•••5678" },
    { name: "Extra headers", before: "a", after: "a, b" },
    { name: "Instructions", before: "Be brief", after: "Be kind" },
    { name: "Temperature", before: "0", after: "" },
  ]);
});

test("what it may do is told, not how it is stored", () => {
  const before = { handover: { enabled: false }, tagging: { enabled: false, tags: ["vip"] } };
  const after = {
    handover: { enabled: true },
    clarify: { enabled: true },
    tagging: { enabled: true, tags: ["vip"] },
    gather: ["email", "name"],
  };
  expect(compareProperties(before, after, t)).toEqual([
    { name: "May ask for", before: "", after: "email, name" },
    { name: "May ask back", before: "No", after: "Yes" },
    { name: "May hand over", before: "No", after: "Yes" },
    { name: "May tag", before: "No", after: "Yes: vip" },
  ]);
  expect(compareProperties({}, { handover: { enabled: false } }, t)).toEqual([]);
});

test("sources that came, went, or have another text", () => {
  const page = (text: string) => ({ kind: "text", title: "Returns", text });
  const file = { kind: "file", fileName: "0a.pdf" };
  const site = { kind: "site", url: "https://example.com/help" };
  expect(compareProperties({ sources: [page("30 days"), file] }, { sources: [page("60 days"), site] }, t)).toEqual([
    { name: "Sources", before: "Returns\n0a.pdf", after: "Returns\nhttps://example.com/help" },
  ]);
});
