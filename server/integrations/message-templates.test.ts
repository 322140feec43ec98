import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGraph } from "../../simulator/graph.ts";
import type { GraphStandIn } from "../../simulator/graph.ts";
import type { GraphTemplate } from "../../simulator/graph-templates.ts";
import { database } from "../db.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { sealCredentials } from "./access.ts";
import { refreshTemplates } from "./refresh-templates.ts";

const LIST = `query ($input: WabaMessageTemplatesInput!) { wabaMessageTemplates(input: $input) {
  nodes { id name language status category library_template_name } } }`;
const START = "mutation ($input: ConvStartInput!) { startConv(input: $input) { id } }";
const NOTIFY = "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId content } }";

const TOKEN = "EAAG-token";

let graph: GraphStandIn;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let wabaId: string;
let templates: GraphTemplate[];
let integrationId: string;

beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  wabaId = `waba-${randomUUID()}`;
  templates = [
    template("welcome", "pt"),
    template("welcome", "en_US", { library_template_name: "account_creation" }),
    template("otp", "en", { category: "AUTHENTICATION" }),
    template("sale", "en", { status: "PENDING", category: "MARKETING" }),
  ];
  graph.addAccount(wabaId, TOKEN, templates);
  integrationId = await whatsapp({ accessToken: TOKEN, wabaId, phoneNumberId: "900100200300", appSecret: "s" });
});

let lastId = 1_000;
function template(name: string, language: string, more: Partial<GraphTemplate> = {}): GraphTemplate {
  const components = [{ type: "BODY", text: "Hello {{1}}" }];
  return { id: String(++lastId), name, language, status: "APPROVED", category: "UTILITY", components, ...more };
}

/** A channel as the portal's set-up will make it. */
async function whatsapp(credentials: Record<string, unknown>, type: IntegrationType = "WHATSAPP"): Promise<string> {
  const row = { workspaceId, id: randomUUID() };
  await database().integration.create({
    data: {
      ...row,
      name: "WhatsApp",
      type,
      state: "active",
      identifier: "+351 21 000 00 00",
      credentials: await sealCredentials(row, credentials),
    },
  });
  return row.id;
}

type Node = Record<string, string | null>;
const list = async (id = integrationId, api = workspace.api) =>
  (await api.ok<{ nodes: Node[] }>(LIST, { integrationId: id })).nodes;
const names = async (id = integrationId) => (await list(id)).map(({ name, language }) => `${name} ${language}`);
const asked = () => graph.requests.filter((request) => request.includes(wabaId)).length;
/** As if the list had been fetched so many minutes earlier. */
const age = (minutes: number) =>
  database().integration.updateMany({
    where: { id: integrationId },
    data: { templatesFetchedAt: new Date(Date.now() - minutes * 60_000) },
  });

describe("wabaMessageTemplates", () => {
  test.each(["WHATSAPP", "WA_GATEWAY"] as const)("%s: the provider's list, by name and language", async (type) => {
    const id = await whatsapp({ accessToken: TOKEN, wabaId, phoneNumberId: "1" }, type);
    expect(await list(id)).toEqual([
      {
        id: templates[2]?.id,
        name: "otp",
        language: "en",
        status: "APPROVED",
        category: "AUTHENTICATION",
        library_template_name: null,
      },
      {
        id: templates[3]?.id,
        name: "sale",
        language: "en",
        status: "PENDING",
        category: "MARKETING",
        library_template_name: null,
      },
      {
        id: templates[1]?.id,
        name: "welcome",
        language: "en_US",
        status: "APPROVED",
        category: "UTILITY",
        library_template_name: "account_creation",
      },
      {
        id: templates[0]?.id,
        name: "welcome",
        language: "pt",
        status: "APPROVED",
        category: "UTILITY",
        library_template_name: null,
      },
    ]);
    expect(graph.requests.at(-1)).toBe(
      `/v25.0/${wabaId}/message_templates?fields=id%2Cname%2Clanguage%2Cstatus%2Ccategory%2Clibrary_template_name%2Ccomponents&limit=100`,
    );
    const stored = await database().messageTemplate.findMany({ where: { integrationId: id } });
    expect(stored).toHaveLength(4);
    expect(stored[0]?.components).toEqual([{ type: "BODY", text: "Hello {{1}}" }]);
  });

  test("follows the cursors to the last page, and never the address of the next page", async () => {
    templates.push(...Array.from({ length: 1_246 }, (_, i) => template(`bulk_${i}`, "en")));
    expect(await list()).toHaveLength(1_250);
    const requests = graph.requests.filter((request) => request.includes(wabaId));
    expect(requests).toHaveLength(13);
    expect(new Set(requests).size).toBe(13);
  });

  test("is asked for once in five minutes, then replaced: what the provider dropped is gone", async () => {
    expect(await names()).toHaveLength(4);
    templates.splice(0, templates.length, template("fresh", "de"));
    await age(4.9);
    expect(await names()).toHaveLength(4);
    expect(asked()).toBe(1);
    await age(5.1);
    expect(await names()).toEqual(["fresh de"]);
    expect(asked()).toBe(2);
    templates.length = 0;
    await age(6);
    expect(await names()).toEqual([]);
  });

  test("who read the channel before another's list was stored does not ask again", async () => {
    const stale = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
    await names();
    expect(await refreshTemplates(testCtx(stale.workspaceId), stale)).toEqual({ error: null });
    expect(asked()).toBe(1);
  });

  test("ten people who open it at once ask the provider once", async () => {
    const lists = await Promise.all(Array.from({ length: 10 }, () => names()));
    expect(new Set(lists.map((each) => each.join())).size).toBe(1);
    expect(lists[0]).toHaveLength(4);
    expect(asked()).toBe(1);
  });

  test("serves the last list while the provider is away, and says so only when there is none", async () => {
    graph.dropNext();
    expect(await workspace.api.refusal(LIST, { integrationId })).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(await names()).toHaveLength(4);
    await age(60);
    graph.failNext(503, "<html>busy</html>");
    expect(await names()).toHaveLength(4);
    // It was no answer: the next one asks again.
    templates.length = 1;
    expect(await names()).toEqual(["welcome pt"]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      "a refused token",
      { accessToken: "old" },
      "The provider did not list the templates: Invalid OAuth access token - Cannot parse access token",
    ],
    ["an account of somebody else", { wabaId: "another" }, "Unsupported get request."],
    ["no account", { wabaId: undefined }, "The channel has no WhatsApp Business account (wabaId)"],
    [
      "an account that would leave its path",
      { wabaId: "../me" },
      "The channel has no WhatsApp Business account (wabaId)",
    ],
    ["one that is only a way up", { wabaId: ".." }, "The channel has no WhatsApp Business account (wabaId)"],
  ])("%s is the provider's error, without the token", async (_, wrong, words) => {
    const id = await whatsapp({ accessToken: TOKEN, wabaId, ...wrong });
    const refusal = await workspace.api.refusal(LIST, { integrationId: id });
    expect(refusal.code).toBe("PROVIDER_ERROR");
    expect(refusal.message).toContain(words);
    expect(refusal.message).not.toContain(TOKEN);
  });

  test("Meta's details are told where it gives them; an unreadable element hides no other", async () => {
    graph.failNext(400, {
      error: {
        message: "(#80007) Rate limit hit",
        code: 80007,
        error_data: { details: "Too many calls to this account" },
      },
    });
    expect((await workspace.api.refusal(LIST, { integrationId })).message).toBe(
      "The provider did not list the templates: Too many calls to this account",
    );
    graph.failNext(200, { data: [{ id: 7 }, null, { ...template("good", "en"), id: 77 }] });
    expect(await list()).toMatchObject([{ id: "77", name: "good" }]);
  });

  test("CUSTOM: empty, any name is the endpoint's own; the other types have none and say so", async () => {
    const custom = await createTestIntegration(workspaceId);
    expect(await list(custom.id)).toEqual([]);
    for (const type of ["TELEGRAM", "WEBCHAT", "FACEBOOK", "INSTAGRAM"] as const) {
      await database().integration.update({
        where: { workspaceId_id: { workspaceId, id: custom.id } },
        data: { type },
      });
      expect(await workspace.api.refusal(LIST, { integrationId: custom.id })).toEqual({
        code: "BAD_INPUT",
        message: `${type} channels have no message templates`,
        paths: ["input.integrationId"],
      });
    }
  });

  test("every role may read it, on the Gateway plan too; another workspace's channel is not there", async () => {
    for (const role of ["AGENT", "AGENT_PLUS", "ADMIN"] as const) {
      const member = await createTestMember(workspaceId, role);
      expect(await list(integrationId, member.api)).toHaveLength(4);
    }
    expect(await list(integrationId, (await createTestAgentKey(workspaceId)).api)).toHaveLength(4);
    await database().workspace.update({ where: { id: workspaceId }, data: { plan: "GATEWAY" } });
    expect(await list()).toHaveLength(4);
    const other = await createTestWorkspace();
    for (const id of [integrationId, randomUUID(), "x"]) {
      expect(await other.api.refusal(LIST, { integrationId: id })).toEqual({
        code: "NOT_FOUND",
        message: "Integration not found",
        paths: [],
      });
    }
  });
});

describe("a template is sent only if it is approved", () => {
  let clientId: string;
  beforeEach(async () => {
    ({ id: clientId } = await createTestClient(workspaceId, { phone: "+351912345678" }));
  });
  const input = (templateName: string, templateLang?: string) => ({
    integrationId,
    clientId,
    templateName,
    ...(templateLang ? { templateLang } : {}),
  });
  async function refused(templateName: string, templateLang?: string) {
    const refusal = await workspace.api.refusal(START, input(templateName, templateLang));
    expect(await workspace.api.refusal(NOTIFY, input(templateName, templateLang))).toEqual(refusal);
    expect(await database().message.count({ where: { workspaceId } })).toBe(0);
    return refusal;
  }
  const languageOf = async (messageId: string) =>
    (await database().message.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: messageId } } }))
      .template;

  test("refused with the field that is wrong", async () => {
    expect(await refused("goodbye")).toEqual({
      code: "BAD_INPUT",
      message: 'The channel WhatsApp has no template "goodbye"',
      paths: ["input.templateName"],
    });
    expect(await refused("otp", "fr")).toEqual({
      code: "BAD_INPUT",
      message: 'The template "otp" is there in en only',
      paths: ["input.templateLang"],
    });
    expect(await refused("sale", "en")).toEqual({
      code: "BAD_INPUT",
      message: 'The template "sale" is PENDING; only an approved one can be sent',
      paths: ["input.templateName"],
    });
    expect(await refused("welcome")).toEqual({
      code: "BAD_INPUT",
      message: 'The template "welcome" is there in en_US, pt; say which',
      paths: ["input.templateLang"],
    });
  });

  test("sent in the language named, or in the only one there is", async () => {
    const { messageId } = await workspace.api.ok<{ messageId: string }>(NOTIFY, input("welcome", "pt"));
    expect(await languageOf(messageId)).toMatchObject({ name: "welcome", language: "pt" });
    const only = await workspace.api.ok<{ messageId: string }>(NOTIFY, input("otp"));
    expect(await languageOf(only.messageId)).toMatchObject({ name: "otp", language: "en" });
  });

  test("one approved after the list was stored is found by asking again; one on the list asks nobody", async () => {
    await list();
    templates.push(template("new", "en"));
    await age(1);
    expect(await workspace.api.ok(NOTIFY, input("otp", "en"))).toMatchObject({ content: "otp" });
    expect(asked()).toBe(1);
    expect(await workspace.api.ok(NOTIFY, input("new", "en"))).toMatchObject({ content: "new" });
    expect(asked()).toBe(2);
    // A name that is nowhere is asked for once in half a minute, however often it is tried.
    for (let i = 0; i < 5; i++) {
      expect((await workspace.api.refusal(NOTIFY, input("nowhere"))).paths).toEqual(["input.templateName"]);
    }
    expect(asked()).toBe(2);
  });

  test("with a provider that never listed any, the provider decides when it is sent", async () => {
    const id = await whatsapp({ accessToken: "refused", wabaId });
    const sent = await workspace.api.ok(NOTIFY, { ...input("anything"), integrationId: id });
    expect(sent).toMatchObject({ content: "anything" });
  });
});
