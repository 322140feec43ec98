import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../say.ts";
import { ENGLISH_BEFORE } from "./english-before.ts";
import { readEnglish } from "./read-english.ts";

test("what is too long to be a sentence of ours is not searched", () => {
  const began = performance.now();
  expect(readEnglish(" (".repeat(120_000))).toBeNull();
  expect(performance.now() - began).toBeLessThan(1_000);
});

describe("a sentence of ours has a code and what is filled in", () => {
  test.each([
    ["Assigned to Ana Souza", { code: "line.assigned", params: { name: "Ana Souza" } }],
    [
      "Snoozed until 2026-11-23 09:00 UTC",
      { code: "line.snoozedUntil", params: { until: { time: "2026-11-23T09:00:00.000Z" } } },
    ],
    ["Added the tag vip", { code: "line.tagsAdded", params: { count: 1, tags: "vip" } }],
    [
      "Added the tags vip, new and removed the tag old",
      { code: "line.tagsChanged", params: { addedCount: 2, added: "vip, new", removedCount: 1, removed: "old" } },
    ],
    ["Ended because there was no message for 24 hours", { code: "line.endedHours", params: { count: 24 } }],
    [
      "Handed over to the team, because it had no answer to this",
      {
        code: "line.handedToTeam",
        params: { reason: { code: "reason.noAnswer", params: {} } },
      },
    ],
    [
      "Handed over to Bo, because the moon is full",
      { code: "line.handedOver", params: { name: "Bo", reason: "the moon is full" } },
    ],
    ["Conversation not found", { code: "refusal.notFound.conversation", params: {} }],
  ])("%s", (sentence, wording) => {
    expect(readEnglish(sentence)).toEqual(wording);
  });

  test("a failed send: the advice is ours, the details are the provider's", () => {
    const advice = "More than 24 hours have passed since the client wrote; send them a template";
    expect(readEnglish(`${advice} (131047: Re-engagement message)`)).toEqual({
      code: "sending.withCode",
      params: {
        advice: { code: "provider.windowTemplate", params: {} },
        code: 131047,
        details: "Re-engagement message",
      },
    });
  });

  test("a sentence in a sentence in a sentence", () => {
    const wording = readEnglish(
      "Given up after 3 attempts: No answer in time. It is not known whether the message arrived",
    );
    expect(wording).toMatchObject({
      code: "sending.andUnknown",
      params: {
        why: { code: "sending.givenUp", params: { count: 3, why: { code: "net.noAnswer", params: {} } } },
      },
    });
  });

  test.each(["Bonjour", "", "Something (131047: of a provider)", "assigned to Ana", "Assigned to "])(
    "%j is none of ours",
    (sentence) => {
      expect(readEnglish(sentence)).toBeNull();
    },
  );
});

/** Values for the templates. None is a sentence of ours, or begins or ends like the templates' own words. */
const WORD = fc.stringMatching(/^[a-zäß0-9][A-Za-zäß0-9 -]{0,12}[a-z0-9]$/);

test.each(Object.entries(ENGLISH_BEFORE))(
  "%s is read back from its English, whatever is filled in",
  (code, template) => {
    fc.assert(
      fc.property(fc.array(WORD, { minLength: 6, maxLength: 6 }), fc.nat(9_999), (words, number) => {
        let at = 0;
        const sentence = template.replace(/\[(\w+)\]|\{(\w+)(?::(\w+))?\}/g, (_, letters, _name, kind) => {
          if (letters) return String(letters);
          if (kind === "number") return String(number);
          if (kind === "time") return "2026-11-23 09:00 UTC";
          if (kind === "known") return "Connection refused";
          return words[at++ % words.length] ?? "";
        });
        const said = readEnglish(sentence);
        expect(said?.code).toBe(code);
        // The catalogue has a parameter for everything that was read.
        expect(said && inEnglish(said)).not.toBe("");
      }),
      { numRuns: 20 },
    );
  },
);
