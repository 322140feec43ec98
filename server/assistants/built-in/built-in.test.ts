import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { english } from "../../testing/english.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { createTestKnowledge, testTurn } from "../../testing/knowledge.ts";
import type { Reply } from "../engine.ts";
import { builtIn } from "./built-in.ts";
import type { BuiltInSettings } from "../assistant-properties.ts";

const markdown = (name: string, text: string) => ({ name, mediaType: "text/markdown", bytes: Buffer.from(text) });
const SHIPPING = `# Shipping

## Delivery times

A parcel within the country takes two to three working days and costs €4.50. Orders above €75 travel free of charge.

## Pick-up

You can collect your order in the shop in Harbour Street from Monday to Saturday between 10 am and 6 pm.`;
const WARRANTY = `# Warranty

## How long it lasts

Every kettle has a warranty of five years from the day you bought it. The batteries of the lamps have one year.

## What you need

Keep the receipt. Without it we cannot look at a warranty claim.`;
const RUECKGABE = `# Rückgabe

## Frist

Sie können Artikel innerhalb von 30 Tagen zurückgeben. Die Rücksendung ist kostenlos.`;

let knowledge: Awaited<ReturnType<typeof createTestKnowledge>>;
beforeAll(async () => {
  const { workspaceId } = await createTestWorkspace();
  const files = [
    markdown("shipping.md", SHIPPING),
    markdown("warranty.md", WARRANTY),
    markdown("rueckgabe.md", RUECKGABE),
  ];
  knowledge = await createTestKnowledge(workspaceId, files);
});

type Said = Parameters<typeof testTurn>[1];
const HANDOVER: BuiltInSettings = { handover: { enabled: true } };
const ask = (said: Said | string, settings: BuiltInSettings = HANDOVER, more = {}): Promise<Reply> =>
  builtIn(settings, knowledge)(testTurn(knowledge, typeof said === "string" ? [said] : said, more));
const used = ({ trace }: Reply) =>
  trace.passages.filter(({ isUsed }) => isUsed).map(({ title, heading }) => `${title}: ${heading}`);

describe("an answer without a model", () => {
  test("is the passage word for word, with its source, and asks nobody", async () => {
    const reply = await ask("How long is the warranty of a kettle?");
    expect(reply.text).toBe(
      "Every kettle has a warranty of five years from the day you bought it. The batteries of the lamps have one year.\nSource: Warranty",
    );
    expect(reply).toMatchObject({ handover: null, end: false, isUnanswered: false, tags: [], fields: {} });
    expect(used(reply)).toEqual(["Warranty: Warranty › How long it lasts"]);
    expect(reply.trace).toMatchObject({ prompt: [], raw: null, model: null, promptTokens: null, toolCalls: [] });
    const scores = reply.trace.passages.map(({ score }) => score);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  test.each([
    ["a typo", "how much does delviery cost?", "€4.50"],
    ["other forms of a word", "Are the receipts needed for warranty claims?", "Keep the receipt."],
    ["another language", "Sind Rücksendungen kostenlos?", "30 Tagen"],
  ])("finds %s", async (_, question, fact) => {
    expect((await ask(question)).text).toContain(fact);
  });

  test("names the source in the client's language", async () => {
    expect((await ask("Innerhalb welcher Frist kann ich Artikel zurückgeben?")).text).toMatch(/\nQuelle: Rückgabe$/);
  });

  test("a burst is one question, and one that says nothing by itself goes on from the one before", async () => {
    expect((await ask(["Hello,", "I have a kettle.", "How long is the warranty?"])).text).toContain("five years");
    const reply = await ask(["Can I collect my order in the shop?", { assistant: "Yes." }, "and when?"]);
    expect(reply.text).toContain("between 10 am and 6 pm");
  });

  test.each([
    ["Do you sell surfboards?", {}, "I am sorry, I could not find an answer"],
    ["Verkauft ihr auch Surfbretter?", {}, "Es tut mir leid"],
    ["¿Venden también tablas de surf?", {}, "Lo siento"],
    ["Est-ce que vous vendez des planches de surf ?", {}, "Je suis désolé"],
    ["Do you sell surfboards?", HANDOVER, "A colleague will take over"],
  ] as const)("says that nothing fits: %s", async (question, settings, words) => {
    const reply = await ask(question, settings);
    expect(reply.text).toContain(words);
    expect(reply.isUnanswered).toBe(true);
    expect(used(reply)).toEqual([]);
    expect(reply.handover !== null).toBe("handover" in settings);
  });

  test("a source that has this very question as its heading answers it", async () => {
    const { workspaceId } = await createTestWorkspace();
    const faq =
      "# Where is my parcel?\n\nThe link in our e-mail shows it.\n\n# How long does it take?\n\nIt arrives within two days.";
    const place = await createTestKnowledge(workspaceId, [markdown("faq.md", faq)]);
    const say = (question: string) => builtIn(HANDOVER, place)(testTurn(place, [question]));
    expect((await say("where is my parcel")).text).toContain("The link in our e-mail shows it.");
    expect((await say("How long does it take?")).text).toContain("within two days");
    expect(await say("Where is my parcel 4711902?")).toMatchObject({ isUnanswered: true });
  });

  test("of the client's own orders no source knows anything", async () => {
    const reply = await ask("Where is my parcel 4711902?");
    expect(reply).toMatchObject({
      isUnanswered: true,
      handover: { reason: english("own data") },
    });
  });

  test("a file without words cannot be read", async () => {
    const turn = testTurn(knowledge, [""]);
    const [message] = turn.messages;
    if (message) Object.assign(message, { type: "image", content: null, url: "https://files.example/1" });
    expect(await builtIn(HANDOVER, knowledge)(turn)).toMatchObject({ isUnanswered: true, handover: {} });
  });
});

describe("what it looks into", () => {
  test("the sources of the version that is asked, while they are there", async () => {
    const question = "How long is the warranty of a kettle?";
    const place = { ...knowledge, sourceKeys: ["shipping.md"] };
    expect((await builtIn(HANDOVER, place)(testTurn(place, [question]))).isUnanswered).toBe(true);
    const none = { ...knowledge, sourceKeys: [] };
    expect(await builtIn({}, none)(testTurn(none, [question]))).toMatchObject({ isUnanswered: true, handover: null });
    const { workspaceId } = knowledge;
    const warranty = { workspaceId, key: "warranty.md" };
    await database().knowledgeSource.updateMany({ where: warranty, data: { deletedAt: new Date() } });
    expect((await ask(question)).isUnanswered).toBe(true);
    await database().knowledgeSource.updateMany({ where: warranty, data: { deletedAt: null } });
    expect((await ask(question)).isUnanswered).toBe(false);
  });

  test("neither another assistant's nor another workspace's", async () => {
    const question = "Do you sell pink elephants?";
    const elephants = markdown("shipping.md", "# Elephants\n\nWe sell pink elephants for €900 each.");
    await createTestKnowledge(knowledge.workspaceId, [elephants]);
    const { workspaceId } = await createTestWorkspace();
    const elsewhere = await createTestKnowledge(workspaceId, [elephants]);
    expect((await ask(question)).isUnanswered).toBe(true);
    expect((await builtIn(HANDOVER, elsewhere)(testTurn(elsewhere, [question]))).text).toContain("€900");
  });

  test("a source that was read again is known at once", async () => {
    const { workspaceId } = await createTestWorkspace();
    const place = await createTestKnowledge(workspaceId, [
      markdown("a.md", "# Lamps\n\nA lamp costs €20 and can be collected in the shop."),
    ]);
    const engine = builtIn({}, place);
    const turn = () => testTurn(place, ["How much does a lamp cost?"]);
    expect((await engine(turn())).text).toContain("€20");
    await database().knowledgePassage.deleteMany({ where: { workspaceId } });
    await database().knowledgeSource.updateMany({
      where: { workspaceId },
      data: { changedAt: new Date(Date.now() + 1) },
    });
    expect((await engine(turn())).isUnanswered).toBe(true);
  });
});

describe("what is no question", () => {
  test.each([
    ["Hi!", "Hello! How can I help you?"],
    ["vielen Dank", "Gern geschehen!"],
    ["Buenos días", "¡Hola! ¿En qué puedo ayudarle?"],
    ["merci beaucoup", "Je vous en prie !"],
    ["Ciao", "Buongiorno! Come posso aiutarla?"],
    ["obrigada", "De nada!"],
    ["bedankt", "Graag gedaan!"],
    ["tack så mycket", "Varsågod!"],
    ["tusind tak", "Selv tak!"],
    ["tusen takk", "Bare hyggelig!"],
    ["kiitos", "Ole hyvä!"],
    ["teşekkürler", "Rica ederim!"],
  ])("%s", async (said, answer) => {
    expect(await ask(said)).toMatchObject({ text: answer, handover: null, isUnanswered: false });
  });

  test.each([
    "I want to talk to a human",
    "Kann ich mit einem Mitarbeiter sprechen?",
    "quiero hablar con una persona",
    "je voudrais parler à un conseiller",
  ])("%s: a person, where that is enabled", async (said) => {
    const reply = await ask(said);
    expect(reply).toMatchObject({ handover: { reason: "the contact asked for a person" }, isUnanswered: false });
    const refused = await ask(said, {});
    expect(refused).toMatchObject({ handover: null, end: false });
    expect(refused.trace.toolCalls).toMatchObject([{ name: "handover", isAllowed: false }]);
  });
});

describe("gathering", () => {
  const GATHER: BuiltInSettings = { ...HANDOVER, gather: ["name", "email"] };
  const answer = "Every kettle has a warranty.\nSource: Warranty";

  test("asks for the first field that is not known, after an answer, and once", async () => {
    const question = "How long is the warranty of a kettle?";
    expect((await ask(question, GATHER)).text).toMatch(/\n\nMay I have your name\?$/);
    expect((await ask(question, GATHER, { known: { name: "Ana" } })).text).toMatch(
      /\n\nMay I have your e-mail address/,
    );
    const asked = { assistant: `${answer}\n\nMay I have your name?` };
    expect((await ask([question, asked, question], GATHER)).text).toMatch(/\n\nMay I have your e-mail address/);
    expect((await ask("Do you sell surfboards?", GATHER)).text).not.toContain("May I");
  });

  test.each([
    ["May I have your name?", "Ana", { name: "Ana" }],
    ["May I have your name?", "My name is Ana María", { name: "Ana María" }],
    ["Darf ich Ihren Namen erfahren?", "ich heiße Jörg", { name: "Jörg" }],
    [
      "May I have your e-mail address, so that we can reach you?",
      "sure: ana@example.com",
      { email: "ana@example.com" },
    ],
  ])("%s %s", async (question, said, fields) => {
    const reply = await ask(["hello", { assistant: `${answer}\n\n${question}` }, said], GATHER);
    expect(reply).toMatchObject({ fields, handover: null, isUnanswered: false });
    expect(reply.text).toMatch(/^(?:Thank you|Danke)/);
  });

  test("takes a phone number in full, and no order's number for one", async () => {
    const settings: BuiltInSettings = { gather: ["phone"] };
    expect((await ask("call me at +34 611 99 88 77", settings)).fields).toEqual({ phone: "+34 611 99 88 77" });
    expect((await ask("my order is 34611998877", settings)).fields).toEqual({});
  });

  test("a question is no name, and nothing is taken that is not gathered", async () => {
    const asked = { assistant: `${answer}\n\nMay I have your name?` };
    const reply = await ask(["hi", asked, "How long is the warranty of a kettle?"], GATHER);
    expect(reply.fields).toEqual({});
    expect(reply.text).toContain("five years");
    expect((await ask("I am ana@example.com")).fields).toEqual({});
  });
});

test("tags that the client names, of the list, where tagging is enabled", async () => {
  const said = "The warranty of my kettle: how long is it? I was refunded once.";
  const tags = ["refund", "warranty", "VIP"];
  expect((await ask(said, { tagging: { enabled: true, tags } })).tags).toEqual(["refund", "warranty"]);
  const question = "How long is the warranty of a kettle?";
  expect(await ask(question, { tagging: { enabled: true, tags } })).toMatchObject({ tags: ["warranty"] });
  expect(await ask(question, { tagging: { enabled: false, tags } })).toMatchObject({
    tags: [],
    trace: { toolCalls: [] },
  });
});
