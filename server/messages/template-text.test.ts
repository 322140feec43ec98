import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { templateTexts } from "../conversations/inbox-loaders.ts";

const BODY = "Hi {{1}}, your order {{2}} is on its way.";
const body = (...parameters: object[]) => [{ type: "body", parameters }];
const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });

let scene: Awaited<ReturnType<typeof createTestWorkspace>>;
let integrationId: string;

beforeEach(async () => {
  scene = await createTestWorkspace();
  const { workspaceId } = scene;
  ({ id: integrationId } = await database().integration.create({
    data: { workspaceId, name: "WA", type: "WHATSAPP", state: "active", credentials: "" },
  }));
  const define = (name: string, language: string, words: string) => ({
    ...{
      workspaceId,
      integrationId,
      id: `${name}-${language}`,
      name,
      language,
      status: "APPROVED",
      category: "UTILITY",
    },
    components: [
      { type: "HEADER", format: "TEXT", text: "News" },
      { type: "BODY", text: words },
      { type: "FOOTER", text: "Bye" },
    ],
  });
  await database().messageTemplate.createMany({
    data: [
      define("order", "en", BODY),
      define("order", "pt", "Olá {{1}}"),
      define("named", "en", "Dear {{first}} of {{place}}"),
    ],
  });
});

test.each([
  [
    "by place",
    { name: "order", language: "en", components: body(text("Ana"), text("7")) },
    "Hi Ana, your order 7 is on its way.",
  ],
  ["in its language", { name: "order", language: "pt", components: body(text("Ana")) }, "Olá Ana"],
  [
    "by name, in any order",
    {
      name: "named",
      language: "en",
      components: body(text("Rio", { parameter_name: "place" }), text("Ana", { parameter_name: "first" })),
    },
    "Dear Ana of Rio",
  ],
  [
    "by name without names, in the only language",
    { name: "named", language: null, components: body(text("Ana"), text("Rio")) },
    "Dear Ana of Rio",
  ],
  [
    "money and times as the provider falls back",
    {
      name: "order",
      language: "en",
      components: body(text("Ana"), { type: "currency", currency: { fallback_value: "5 EUR" } }),
    },
    "Hi Ana, your order 5 EUR is on its way.",
  ],
  ["without values the variables stay", { name: "order", language: "en", components: null }, BODY],
  ["a language that is not known", { name: "order", language: "de", components: body(text("Ana")) }, null],
  ["a template that is not known", { name: "gone", language: "en", components: body(text("Ana")) }, null],
  [
    "text of the components' own",
    { name: "gone", language: null, components: [{ type: "body", text: "Hello Ana" }] },
    "Hello Ana",
  ],
  ["no template at all", null, null],
])("%s", async (_, template, expected) => {
  expect(await templateTexts(scene.ctx, [{ integrationId, template }])).toEqual([expected]);
});

test("a row of the list shows it", async () => {
  const { workspaceId, api } = scene;
  const channel = await createTestIntegration(workspaceId);
  const { id: clientId } = await createTestClient(workspaceId, { name: "Ana" });
  await api.ok("mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId } }", {
    ...{ integrationId: channel.id, clientId, templateName: "sale" },
    templateComponents: [{ type: "body", text: "Sale for {{name}}" }],
  });
  const rows = await api.ok(
    "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { lastMessage { content templateText } } } }",
    { view: "dormant" },
  );
  expect(rows).toEqual({ nodes: [{ lastMessage: { content: "sale", templateText: "Sale for Ana" } }] });
});
