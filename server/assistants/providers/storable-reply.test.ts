import fc from "fast-check";
import { expect, test } from "vitest";
import { database } from "../../db.ts";
import type { Reply } from "../engine.ts";
import { storableReply } from "./engine-of.ts";

const reply = (text: string, input: unknown = {}): Reply => ({
  text,
  file: null,
  handover: null,
  end: false,
  tags: [text],
  fields: { name: text },
  isUnanswered: false,
  choices: [],
  trace: {
    passages: [],
    prompt: [{ role: "user", content: text }],
    raw: text,
    toolCalls: [{ name: text, input, isAllowed: false, outcome: "" }],
    model: null,
    promptTokens: null,
    completionTokens: 1,
  },
});

test("NUL and halves of characters are replaced, everywhere", () => {
  const { text, tags, trace } = storableReply(reply("a\0b\ud83dc\udca9", { "k\0": ["\udfff"] }));
  expect([text, tags[0], trace.raw, trace.toolCalls[0]?.input]).toEqual([
    "a\ufffdb\ufffdc\ufffd",
    "a\ufffdb\ufffdc\ufffd",
    "a\ufffdb\ufffdc\ufffd",
    { "k\ufffd": ["\ufffd"] },
  ]);
});

test.each(["💩 é 漢", "line\nline\ttab\u0001\u007f", "\\u0000 \\\\u0000 \\ud800", '"quoted\\"'])(
  "%j stays as it is",
  (text) => {
    const given = reply(text);
    expect(storableReply(given)).toBe(given);
  },
);

test("of what was written no more is kept than a trace may hold", () => {
  const raw = `${"a".repeat(69_998)}💩${"b".repeat(1_000_000)}`;
  const given = reply("");
  const { trace } = storableReply({ ...given, trace: { ...given.trace, raw } });
  expect(trace.raw).toBe(`${"a".repeat(69_998)}\ufffd…`);
});

test("Postgres takes whatever a provider wrote", async () => {
  const unit = fc.oneof(
    fc.constantFrom("\0", "\\", "u0000", "ud800", '"', "\ud83d", "\udca9", "\u0001"),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const texts = fc.sample(
    fc.array(unit, { maxLength: 12 }).map((parts) => parts.join("")),
    100,
  );
  const kept = texts.map((text) => storableReply(reply(text, { [text]: text })));
  await database().$queryRaw`select ${JSON.stringify(kept)}::jsonb, ${kept.map(({ text }) => text).join("")}::text`;
  // Building the table of all characters takes seconds.
}, 120_000);
