import { beforeAll, describe, expect, test } from "vitest";
import { english } from "../../testing/english.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { createTestKnowledge, testTurn } from "../../testing/knowledge.ts";
import type { Reply } from "../engine.ts";
import { builtIn } from "./built-in.ts";
import { askBack, chosen, offerIn } from "./clarify.ts";
import { SPOKEN } from "./question-language.ts";
import type { BuiltInSettings } from "../assistant-properties.ts";

const markdown = (name: string, text: string) => ({ name, mediaType: "text/markdown", bytes: Buffer.from(text) });
const BIKES = `# Bikes

## Renting a bike

A city bike is 12 euros a day. Children's bikes are 8 euros. Pay at the counter.

## Repairing a bike

A flat tyre is mended while you wait, for 15 euros. Larger repairs take three days.

## Guided tours

Every Sunday at ten a guide leads a tour around the lake.`;
const NOTES = {
  name: "notes.txt",
  mediaType: "text/plain",
  bytes: Buffer.from("The counter takes cards from 10 euros on."),
};

let knowledge: Awaited<ReturnType<typeof createTestKnowledge>>;
beforeAll(async () => {
  const { workspaceId } = await createTestWorkspace();
  knowledge = await createTestKnowledge(workspaceId, [markdown("bikes.md", BIKES), NOTES]);
});

const MAY_ASK: BuiltInSettings = { handover: { enabled: true }, clarify: { enabled: true } };
const ask = (said: Parameters<typeof testTurn>[1], settings = MAY_ASK): Promise<Reply> =>
  builtIn(settings, knowledge)(testTurn(knowledge, said));
/** The sources say nothing about the basket and the weekend. */
const VAGUE = "How much is a bike with a basket for a weekend?";

describe("a question that may be answered", () => {
  test("is asked back, with the sections that come nearest, and nothing is said that stands in no source", async () => {
    const reply = await ask([VAGUE]);
    expect(reply).toMatchObject({ handover: null, isUnanswered: false });
    expect(reply.choices.length).toBeGreaterThan(1);
    expect(reply.choices.length).toBeLessThanOrEqual(3);
    expect(reply.text).toBe(askBack(reply.choices, "english"));
    expect(reply.trace.passages.filter(({ isUsed }) => isUsed)).toEqual([]);
  });

  test("is handed over where asking back is off", async () => {
    const reply = await ask([VAGUE], { handover: { enabled: true } });
    expect(reply).toMatchObject({
      choices: [],
      isUnanswered: true,
      handover: { reason: english("") },
    });
  });

  test("is answered out of the section that the client takes", async () => {
    const { choices, text } = await ask([VAGUE]);
    const number = choices.indexOf("Bikes › Renting a bike") + 1;
    expect(number).toBeGreaterThan(0);
    for (const answer of [`${number}`, `${number}.`, `number ${number} please`, "renting a bike"]) {
      const reply = await ask([VAGUE, { assistant: text ?? "" }, answer]);
      expect(reply.text).toBe(
        "A city bike is 12 euros a day. Children's bikes are 8 euros. Pay at the counter.\nSource: Bikes\n\nNot what you meant? Reply 0, and a colleague takes over.",
      );
      expect(reply).toMatchObject({ choices: [], handover: null, isUnanswered: false });
    }
  });

  test("goes to a person when the section is not what was meant, where there is one", async () => {
    const { text } = await ask([VAGUE]);
    const taken = await ask([VAGUE, { assistant: text ?? "" }, "1"]);
    const reply = await ask([VAGUE, { assistant: text ?? "" }, "1", { assistant: taken.text ?? "" }, "0"]);
    expect(reply).toMatchObject({ isUnanswered: true, handover: { reason: "nothing that it offered was meant" } });
    const alone = await ask([VAGUE, { assistant: text ?? "" }, "1"], { clarify: { enabled: true } });
    expect(alone.text).toMatch(/Source: Bikes$/);
  });

  test.each(["0", "none of these", "No.", "keine davon"])(
    "goes to a person when the client takes none: %s",
    async (answer) => {
      const { text } = await ask([VAGUE]);
      const reply = await ask([VAGUE, { assistant: text ?? "" }, answer]);
      expect(reply).toMatchObject({
        choices: [],
        isUnanswered: true,
        handover: { reason: "nothing that it offered was meant" },
      });
    },
  );

  test("is looked up with what the client says instead of a number, and not asked back twice", async () => {
    const { text } = await ask([VAGUE]);
    const sure = await ask([VAGUE, { assistant: text ?? "" }, "Repairing a flat tyre"]);
    expect(sure.text).toContain("A flat tyre is mended while you wait");
    const unsure = await ask([VAGUE, { assistant: text ?? "" }, "hmm, the thing you do"]);
    expect(unsure).toMatchObject({ choices: [], isUnanswered: true });
    const later = await ask([VAGUE, { assistant: text ?? "" }, "0", { assistant: "A colleague will help." }, VAGUE]);
    expect(later.choices.length).toBeGreaterThan(1);
  });

  test("whose section is gone meanwhile goes to a person", async () => {
    const gone = askBack(["Bikes › Selling a bike"], "english");
    const reply = await ask([VAGUE, { assistant: gone }, "1"]);
    expect(reply).toMatchObject({
      isUnanswered: true,
      handover: { reason: "what it offered is no longer in its sources" },
    });
  });
});

test("what nothing comes near to, what is the client's own, and what says nothing is handed over at once", async () => {
  for (const question of ["12 4", "Who won the chess championship in 1972?", "Where is my order?"])
    expect(await ask([question])).toMatchObject({ choices: [], isUnanswered: true });
});

describe("an answer to a question back", () => {
  test.each(SPOKEN)("in %s is known as one", (language) => {
    const labels = ["A › B", "C"];
    const turn = testTurn(knowledge, ["?", { assistant: askBack(labels, language) }, "2"]);
    const offer = offerIn(turn.messages);
    expect(offer).toMatchObject({ labels, before: [{ content: "?" }] });
    expect(offer && chosen("2", offer)).toEqual({ label: "C" });
    const [, last = ""] = /\n0\. (.+)$/.exec(askBack(labels, language)) ?? [];
    expect(offer && chosen(last, offer)).toBe("none");
  });

  test.each<[string, ReturnType<typeof chosen>]>([
    ["1", { label: "A › B" }],
    ["Nr. 2!", { label: "C" }],
    ["b", { label: "A › B" }],
    ["3", null],
    ["12", null],
    ["for 2 people", null],
    ["I have 2 dogs", null],
    ["2 days", null],
    ["Die 2 bitte", { label: "C" }],
    ["number 1, please", { label: "A › B" }],
    ["2)", { label: "C" }],
    ["2 kg, or what?", null],
    ["my order has 2 parcels in it and one is missing", null],
    ["0", "none"],
    ["Nein", "none"],
  ])("%s", (said, expected) => {
    const offer = { labels: ["A › B", "C"], before: [] };
    expect(chosen(said, offer)).toEqual(expected);
  });

  test("is one only straight after the question, and only to the assistant's own", () => {
    const asked = askBack(["C"], "english");
    const person = testTurn(knowledge, ["?", { assistant: asked }, "2"]).messages.map((message) => ({
      ...message,
      role: message.role === "assistant" ? ("agent" as const) : message.role,
    }));
    expect(offerIn(person)).toBeNull();
    expect(
      offerIn(testTurn(knowledge, ["?", { assistant: asked }, "1", { assistant: "C." }, "1"]).messages),
    ).toBeNull();
    expect(offerIn(testTurn(knowledge, [asked]).messages)).toBeNull();
  });
});
