import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { fileName, previewOf, previewPrefix } from "./message-preview.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
test.each([
  ["text", "two\n  lines ", { icon: null, text: "two lines" }],
  ["image", "https://a.example/x.jpg", { icon: "image", text: "Photo" }],
  ["document", "https://a.example/files/Invoice%207.pdf?sig=1", { icon: "document", text: "Invoice 7.pdf" }],
  ["document", "https://a.example/files/7", { icon: "document", text: "Document" }],
  ["document", `https://a.example/uploads/1/${"0a".repeat(16)}.pdf`, { icon: "document", text: "Document" }],
  ["location", '{"latitude":1,"longitude":2,"name":"Harbour"}', { icon: "location", text: "Harbour" }],
  ["contacts", '[{"name":"Ana","phones":["+1"]},{"name":"Ben","phones":[]}]', { icon: "contacts", text: "Ana, Ben" }],
  ["interactive", '{"reply":{"id":"1","title":"Yes please"}}', { icon: null, text: "Yes please" }],
  ["interactive", '{"body":"Which size?","buttons":[{"id":"s","title":"S"}]}', { icon: null, text: "Which size?" }],
  ["interactive", "not JSON at all", { icon: null, text: "not JSON at all" }],
  ["note", "call back", { icon: "note", text: "call back" }],
])("%s %s", (type, content, expected) => {
  expect(previewOf({ type, content }, t)).toEqual(expected);
});

test.each([
  ["a caption stands for its file", { type: "image", caption: "The\n blue one" }, "image", "The blue one"],
  ["an empty one does not", { type: "document", caption: "" }, "document", "x.jpg"],
  ["a template by what it says", { type: "template", content: "sale", templateText: "Hi\n Ana" }, "template", "Hi Ana"],
  ["a template whose text is not known", { type: "template", content: "sale", templateText: null }, "template", "sale"],
  ["what was deleted", { type: "text", content: "", removedAt: "2026-11-21T10:00:00Z" }, null, "Deleted message"],
  ["what cannot be shown", { type: "text", content: "[A poll]", isUnsupported: true }, null, "A poll"],
])("%s", (_, more, icon, text) => {
  expect(previewOf({ content: "https://a.example/x.jpg", ...more }, t)).toEqual({ icon, text });
});

const spoken = { type: "text", content: "x", isAgent: true, agentId: "ana", aiId: null, senderName: "Ana Silva" };

test.each([
  ["customer", { ...spoken, isAgent: false }, ""],
  ["viewer", spoken, "You: "],
  ["colleague", { ...spoken, agentId: "ben", senderName: "Ben Okafor" }, "Ben: "],
  ["assistant", { ...spoken, agentId: null, aiId: "ai" }, "AI: "],
  ["workspace key without a name", { ...spoken, agentId: null, senderName: null }, ""],
])("prefix of the %s", (_, message, expected) => {
  expect(previewPrefix(message, "ana", t)).toBe(expected);
});

test("a broken escape in an address does not break the preview", () => {
  expect(fileName("https://a.example/%E0%A4%A.pdf")).toBe("%E0%A4%A.pdf");
});
