import { beforeEach, expect, test } from "vitest";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { languageAmong } from "./get-conv-language.ts";

const FIELDS = "id language content variants { language content }";
const CREATE = `mutation ($input: CannedReplyCreateInput!) { createCannedReply(input: $input) { ${FIELDS} } }`;
const PATCH = `mutation ($input: CannedReplyPatchInput!) { patchCannedReply(input: $input) { ${FIELDS} } }`;
const LANGUAGE = "query ($input: ConvLanguageInput!) { convLanguage(input: $input) { language } }";

let workspaceId: number;
let ana: Awaited<ReturnType<typeof createTestMember>>;
beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ana = await createTestMember(workspaceId, "AGENT");
});

const late = (more: object = {}) => ({ shortcut: "late", title: "Late", content: "We are sorry.", ...more });
const german = { language: "de", content: "Es tut uns leid." };

test("a reply keeps its words in several languages, and gives them up when it is saved without", async () => {
  const made = await ana.api.ok<{ id: string }>(CREATE, late({ language: "EN", variants: [german] }));
  expect(made).toMatchObject({ language: "en", content: "We are sorry.", variants: [german] });
  expect(await ana.api.ok(PATCH, { id: made.id, ...late() })).toMatchObject({ language: null, variants: [] });
});

test.each([
  [{ language: "tlh" }, "input.language"],
  [{ variants: [german] }, "input.language"],
  [{ language: "de", variants: [german] }, "input.variants.0.language"],
  [{ language: "en", variants: [german, german] }, "input.variants.1.language"],
  [{ language: "en", variants: [{ ...german, content: " " }] }, "input.variants.0.content"],
  [{ language: "en", variants: [{ ...german, content: "x".repeat(4_097) }] }, "input.variants.0.content"],
  [{ language: "en", variants: Array.from({ length: 21 }, () => german) }, "input.variants"],
])("what makes no sense is refused: %#", async (more, path) => {
  expect(await ana.api.refusal(CREATE, late(more))).toMatchObject({ code: "BAD_INPUT", paths: [path] });
});

test("the language of a conversation is what its client writes", async () => {
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { conversationId: convId } = await customerSystem(integrationId).text("maria", "Wo ist meine Bestellung?");
  const among = (codes: string[]) => ana.api.ok(LANGUAGE, { convId, among: codes });
  expect(await among(["en", "de"])).toEqual({ language: "de" });
  expect(await among([])).toEqual({ language: null });
  expect(await ana.api.refusal(LANGUAGE, { convId, among: ["tlh"] })).toMatchObject({ code: "BAD_INPUT" });
});

test.each([
  ["Where is my order? It was to come on Monday.", ["de", "en", "es", "fr"], "en"],
  ["¿Dónde está mi pedido?", ["de", "en", "es", "fr"], "es"],
  ["Où est ma commande, s'il vous plaît ?", ["de", "en", "es", "fr"], "fr"],
  ["привіт, де моє замовлення?", ["en", "uk"], "uk"],
  ["4711 https://shop.example", ["de", "en"], null],
  ["", ["de", "en"], null],
  // Long enough to be compared with all languages. It is none of the requested ones.
  [
    "Buongiorno, vorrei sapere quando arriva il mio pacco, perché lo aspetto da più di una settimana e non ho notizie.",
    ["de", "en"],
    null,
  ],
])("%j", (text, among, language) => {
  expect(languageAmong(text, among)).toBe(language);
});
