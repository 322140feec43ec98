import { expect, test } from "vitest";
import { triggerAt, withChoice } from "./caret-trigger.ts";

test.each<[string, ReturnType<typeof triggerAt>]>([
  ["/", { kind: "reply", query: "", from: 0 }],
  ["Hello /lat", { kind: "reply", query: "lat", from: 6 }],
  ["Hello\n/späť", { kind: "reply", query: "späť", from: 6 }],
  ["and/or", null],
  ["https://exa", null],
  ["/two words", null],
  ["#", { kind: "macro", query: "", from: 0 }],
  ["then #clo", { kind: "macro", query: "clo", from: 5 }],
  ["order #1001", null],
  ["order #A-1001", null],
  ["C#", null],
  [":smi", { kind: "emoji", query: "smi", from: 0 }],
  ["at 10:30", null],
  [": ", null],
  [":D", null],
  ["ask @to", { kind: "mention", query: "to", from: 4 }],
  ["tom@example", null],
  ["Dear {{client.fi", { kind: "variable", query: "client.fi", from: 5 }],
  ["Dear {{ ", { kind: "variable", query: "", from: 5 }],
  ["Dear {{client.name}}", null],
  ["", null],
])("%j", (text, trigger) => {
  expect(triggerAt(text, text.length)).toEqual(trigger);
});

test("looks at what is before the caret, and a choice takes its place there", () => {
  const text = "Hello /la and more";
  const trigger = triggerAt(text, 9);
  expect(trigger).toEqual({ kind: "reply", query: "la", from: 6 });
  expect(trigger && withChoice(text, trigger, 9, "it is late")).toEqual({
    text: "Hello it is late and more",
    caret: 16,
  });
});
