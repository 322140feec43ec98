import { expect, test } from "vitest";
import { quote } from "../../say.ts";
import { allowed, type Wishes } from "./allowed.ts";
import type { BuiltInSettings } from "../assistant-properties.ts";

const SETTINGS: BuiltInSettings = {
  gather: ["name", "email", "phone"],
  handover: { enabled: true },
  tagging: { enabled: true, tags: ["complaint"] },
};
const SAID = ["I am Ana Ruiz, ana@example.com", "call +34 (611) 99-88-77 please"];
const wish = (wishes: Partial<Wishes>, settings: BuiltInSettings = SETTINGS) =>
  allowed({ handover: null, end: false, tags: [], fields: {}, ...wishes }, settings, SAID);

test.each<[string, Partial<Wishes>, BuiltInSettings, object]>([
  ["a hand-over", { handover: quote("why") }, SETTINGS, { handover: { reason: "why" } }],
  ["a hand-over that is not enabled", { handover: quote("why") }, {}, { handover: null }],
  ["a tag of the list", { tags: ["complaint", "complaint"] }, SETTINGS, { tags: ["complaint"] }],
  ["a tag of no list", { tags: ["VIP"] }, SETTINGS, { tags: [] }],
  [
    "a tag while tagging is off",
    { tags: ["complaint"] },
    { tagging: { enabled: false, tags: ["complaint"] } },
    { tags: [] },
  ],
  [
    "what the client wrote",
    { fields: { name: "ana ruiz", email: "ana@example.com" } },
    SETTINGS,
    { fields: { name: "ana ruiz", email: "ana@example.com" } },
  ],
  [
    "a number in another spelling",
    { fields: { phone: "+34611998877" } },
    SETTINGS,
    { fields: { phone: "+34611998877" } },
  ],
  ["part of a number", { fields: { phone: "+346119988" } }, SETTINGS, { fields: {} }],
  ["part of a word", { fields: { name: "Rui" } }, SETTINGS, { fields: {} }],
  ["what the client did not write", { fields: { email: "eve@example.com" } }, SETTINGS, { fields: {} }],
  ["what is no address", { fields: { email: "Ana" } }, SETTINGS, { fields: {} }],
  ["a field that is not gathered", { fields: { city: "Ana" } }, SETTINGS, { fields: {} }],
  ["nothing", { fields: { name: " " } }, SETTINGS, { fields: {} }],
])("%s", (_, wishes, settings, expected) => {
  expect(wish(wishes, settings)).toMatchObject(expected);
});

test("every wish is told, and what became of it; ending a conversation is never allowed", () => {
  expect(wish({ end: true, tags: ["VIP", "complaint"] }).toolCalls).toEqual([
    { name: "end", input: {}, isAllowed: false, outcome: "a built-in assistant does not end conversations" },
    { name: "tag", input: { tag: "VIP" }, isAllowed: false, outcome: "it is none of the tags in its settings" },
    { name: "tag", input: { tag: "complaint" }, isAllowed: true, outcome: "done" },
  ]);
});
