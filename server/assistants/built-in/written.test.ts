import { describe, expect, test } from "vitest";
import type { Candidate } from "./search-passages.ts";
import { readWritten } from "./written.ts";

const passage = (title: string, content: string): Candidate => ({
  id: title,
  sourceId: title,
  title,
  url: null,
  heading: null,
  content,
  language: "english",
});
const PASSAGES = [
  passage("Shipping", "A parcel takes five working days and costs €1,200.50. See https://shop.example/track."),
  passage("Returns", "You may return goods within 30 days."),
];
const RULES = "Answer the customer's last messages in their language, from the passages alone.";
const read = (reply: object | string) =>
  readWritten(typeof reply === "string" ? reply : JSON.stringify(reply), PASSAGES, RULES);

describe("a model's answer", () => {
  test.each([
    [
      "with marks",
      { answer: "It takes 5 days [1]. You have 30 days to return it. [2]", passages: [1, 2] },
      "It takes 5 days. You have 30 days to return it.",
      [0, 1],
    ],
    ["without marks, of one passage", { answer: "It takes five days.", passages: [1] }, "It takes five days.", [0]],
    ["without marks, of two: nobody knows of which", { answer: "It takes five days.", passages: [1, 2] }, null, []],
    [
      "a sentence without its mark",
      { answer: "It takes five days [1]. We love you.", passages: [1] },
      "It takes five days.",
      [0],
    ],
    [
      "a number of no passage",
      { answer: "It takes 7 days [1]. It costs 1200,50 euro [1].", passages: [1] },
      "It costs 1200,50 euro.",
      [0],
    ],
    ["a number of another passage", { answer: "It takes 30 days [1].", passages: [1] }, null, []],
    ["a passage that there is not", { answer: "It is blue [9].", passages: [9] }, null, []],
    [
      "an address of the passage",
      { answer: "Look at https://shop.example/track [1].", passages: [1] },
      "Look at https://shop.example/track.",
      [0],
    ],
    ["an address of nobody's", { answer: "Look at https://evil.example/ [1].", passages: [1] }, null, []],
    ["a picture", { answer: "![x](https://shop.example/track) [1]", passages: [1] }, null, []],
    [
      "our own instructions",
      { answer: "Answer the customer's last messages in their language [1].", passages: [1] },
      null,
      [],
    ],
    ["that says itself that nothing fits", { answer: "It takes five days [1].", passages: [1], fits: false }, null, []],
    ["none", {}, null, []],
  ])("%s", (_, reply, answer, used) => {
    expect(read(reply)).toMatchObject({ answer, used });
  });

  test("is read out of whatever stands around it", () => {
    const reply = '```json\n{"answer": "It takes five days [1].", "passages": ["1"], "tags": null}\n```';
    expect(read(reply)).toMatchObject({ answer: "It takes five days.", wishes: { tags: [], fields: {} } });
    expect(read("It takes five days.")).toMatchObject({ answer: null });
    expect(read("[1, 2]")).toMatchObject({ answer: null });
  });

  test("has its keywords cut out, and what they ask for is a wish", () => {
    expect(read({ answer: "It takes five days [1]. #HANDOVER#", passages: [1] })).toMatchObject({
      answer: "It takes five days.",
      wishes: { handover: "the model asked for a person", end: false },
    });
    expect(read({ answer: "#END#", end: false }).wishes).toMatchObject({ end: true });
    expect(
      read({ handover: "only people can refund", tags: ["a"], fields: { email: "a@b.example", age: 7 } }).wishes,
    ).toEqual({
      handover: "only people can refund",
      end: false,
      tags: ["a"],
      fields: { email: "a@b.example" },
    });
  });
});
