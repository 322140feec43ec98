import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import type { GraphTemplate } from "../../simulator/graph-templates.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
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
import { creditFacts, gateway } from "../testing/gateway.ts";
import { createMetaChannel } from "../testing/meta-channel.ts";
import { eventually } from "../testing/receiver.ts";
import { noteTemplatesChanged } from "./note-templates-changed.ts";
import { refreshTemplates } from "./refresh-templates.ts";
import { refreshUsedTemplates } from "./refresh-used-templates.ts";

const LIST = `query ($input: WabaMessageTemplatesInput!) { wabaMessageTemplates(input: $input) {
  nodes { id name language status category library_template_name } } }`;
const FULL = `query ($input: WabaMessageTemplatesInput!) { wabaMessageTemplates(input: $input) {
  fetchedAt isStale problem nodes { name parameterFormat qualityScore components } } }`;
type FullList = {
  fetchedAt: string | null;
  isStale: boolean;
  problem: string | null;
  nodes: { name: string; parameterFormat: string | null; qualityScore: string | null; components: unknown }[];
};
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

/** A channel as the portal's setup creates it. */
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
/** Makes the list this many minutes older. */
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
      `/v25.0/${wabaId}/message_templates?fields=id%2Cname%2Clanguage%2Cstatus%2Ccategory%2Clibrary_template_name%2Cparameter_format%2Cquality_score%2Ccomponents&limit=100`,
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
    // The failure was not stored as a list, so the next call asks again.
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

  test("what decides how a template is filled, how well it is taken, and how old the list is", async () => {
    templates.push(
      template("named", "en", {
        parameter_format: "NAMED",
        quality_score: { score: "YELLOW", date: 1_790_000_000 },
        components: [{ type: "BODY", text: "Hi {{first_name}}" }],
      }),
      template("young", "en", { parameter_format: "POSITIONAL", quality_score: { score: "UNKNOWN" } }),
    );
    const before = Date.now();
    const full = await workspace.api.ok<FullList>(FULL, { integrationId });
    expect(full).toMatchObject({ isStale: false, problem: null });
    expect(Date.parse(full.fetchedAt ?? "")).toBeGreaterThanOrEqual(before);
    const told = new Map(full.nodes.map((node) => [node.name, node]));
    expect(told.get("named")).toEqual({
      name: "named",
      parameterFormat: "NAMED",
      qualityScore: "YELLOW",
      components: [{ type: "BODY", text: "Hi {{first_name}}" }],
    });
    expect(told.get("young")).toMatchObject({ parameterFormat: "POSITIONAL", qualityScore: null });
    expect(told.get("otp")).toMatchObject({ parameterFormat: null, qualityScore: null });
  });

  test("on demand it is asked for again, though not twice in ten seconds; a provider that is away is told of", async () => {
    await names();
    templates.length = 1;
    expect((await workspace.api.ok<FullList>(FULL, { integrationId, refresh: true })).nodes).toHaveLength(4);
    await age(0.2);
    expect((await workspace.api.ok<FullList>(FULL, { integrationId, refresh: true })).nodes).toHaveLength(1);
    await age(6);
    graph.dropNext();
    const stale = await workspace.api.ok<FullList>(FULL, { integrationId });
    expect(stale).toMatchObject({ isStale: true, problem: expect.stringContaining("connection") });
    expect(stale.nodes).toHaveLength(1);
  });

  test("a notice of the provider's has it asked for once, a moment later; not again at once", async () => {
    await names();
    const integration = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
    await age(2);
    for (let i = 0; i < 20; i++) noteTemplatesChanged(integration, 50);
    templates.length = 2;
    await eventually(
      () => asked() === 2,
      5_000,
      () => "the list was not asked for",
    );
    await eventually(
      async () => (await names()).length === 2,
      5_000,
      () => "the list was not stored",
    );
    noteTemplatesChanged(integration, 10);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked()).toBe(2);
  });

  test("the hourly round asks for the channels that are in use, and is not stopped by one that cannot be asked", async () => {
    const [page, switchedOff] = await Promise.all(
      Array.from({ length: 2 }, () => createMetaChannel(workspaceId, "FACEBOOK")),
    );
    const [unused, off, young, failing] = await Promise.all(
      Array.from({ length: 4 }, () => whatsapp({ accessToken: TOKEN, wabaId, phoneNumberId: "1" })),
    );
    const put = (id: string | undefined, data: Prisma.IntegrationUncheckedUpdateManyInput) =>
      database().integration.updateMany({ where: { id: id ?? "" }, data });
    const old = new Date(Date.now() - 2 * 3_600_000);
    const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
    await database().integration.updateMany({
      where: { workspaceId: { not: workspaceId } },
      data: { state: "disabled" },
    });
    await put(integrationId, { lastInboundAt: days(6), templatesFetchedAt: old });
    await put(unused, { lastInboundAt: days(8), templatesFetchedAt: old });
    await put(off, { lastInboundAt: days(1), state: "disabled" });
    await put(young, { lastInboundAt: days(1), templatesFetchedAt: new Date(Date.now() - 60_000) });
    await put(failing, { lastInboundAt: days(1), credentials: "not sealed" });
    await put(page?.integration.id, { lastInboundAt: days(1), utilityMessages: true });
    await put(switchedOff?.integration.id, { lastInboundAt: days(1) });
    const pageOf = (channel: typeof page) =>
      graph.requests.filter((path) => path.includes(`/${channel?.pageId}/message_t`));
    await refreshUsedTemplates();
    expect([pageOf(page).length, pageOf(switchedOff).length]).toEqual([1, 0]);
    const fetched = async (id: string | undefined) =>
      (await database().integration.findFirstOrThrow({ where: { id: id ?? "" } })).templatesFetchedAt;
    expect((await fetched(integrationId))?.getTime()).toBeGreaterThan(old.getTime());
    expect(await fetched(unused)).toEqual(old);
    expect(await fetched(off)).toBeNull();
    expect(await fetched(failing)).toBeNull();
    expect(asked()).toBe(1);
    // A channel that only sends is in use too.
    const client = await createTestClient(workspaceId);
    await database().conversation.create({ data: { workspaceId, integrationId: unused ?? "", clientId: client.id } });
    await refreshUsedTemplates();
    expect(asked()).toBe(2);
  });

  test("CUSTOM: empty, any name is the endpoint's own; the other types have none and say so", async () => {
    const custom = await createTestIntegration(workspaceId);
    expect(await list(custom.id)).toEqual([]);
    for (const type of ["TELEGRAM", "WEBCHAT", "INSTAGRAM"] as const) {
      await database().integration.update({
        where: { workspaceId_id: { workspaceId, id: custom.id } },
        data: { type },
      });
      expect(await workspace.api.refusal(LIST, { integrationId: custom.id })).toEqual({
        code: "BAD_INPUT",
        message: `${type} channels have no templates; send a message with addMessage`,
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
    templateComponents: [{ type: "body", parameters: [{ type: "text", text: "{{name}}" }] }],
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
    // An unknown name causes one request per half minute, however often it is tried.
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

  describe("and only if what is given fits it", () => {
    beforeEach(() => {
      templates.push(
        template("shipped", "en", {
          components: [
            { type: "HEADER", format: "IMAGE" },
            { type: "BODY", text: "Hi {{1}}, order {{2}}" },
          ],
        }),
      );
    });
    const picture = { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/a.jpg" } }] };
    const body = (...texts: string[]) => ({ type: "body", parameters: texts.map((text) => ({ type: "text", text })) });
    const shipped = (...templateComponents: unknown[]) => ({ ...input("shipped"), templateComponents });

    test("startConv and sendNotification name every field, and nothing is stored", async () => {
      const wrong = shipped(body("{{name}}"));
      for (const operation of [START, NOTIFY]) {
        expect(await workspace.api.refusal(operation, wrong)).toEqual({
          code: "BAD_INPUT",
          message:
            "The header of the template is of type image: add a component of type header with one parameter of type image (and 1 more)",
          paths: ["input.templateComponents", "input.templateComponents.0.parameters.1"],
        });
      }
      expect(await database().message.count({ where: { workspaceId } })).toBe(0);
      expect(await database().conversation.count({ where: { workspaceId } })).toBe(0);
    });

    test("an empty text is refused where the caller wrote it, and sent where a contact lacks the field", async () => {
      expect((await workspace.api.refusal(NOTIFY, shipped(picture, body("", "7")))).paths).toEqual([
        "input.templateComponents.1.parameters.0.text",
      ]);
      const { messageId } = await workspace.api.ok<{ messageId: string }>(
        NOTIFY,
        shipped(picture, body("{{email}}", "7")),
      );
      expect(await languageOf(messageId)).toMatchObject({ components: [picture, body("", "7")] });
    });

    test("a definition that has changed is asked for before anything is refused", async () => {
      await list();
      const changed = templates.find(({ name }) => name === "shipped");
      if (changed) changed.components = [{ type: "BODY", text: "Order {{1}}" }];
      await age(1);
      expect(await workspace.api.ok(NOTIFY, shipped(body("7")))).toMatchObject({ content: "shipped" });
      expect(asked()).toBe(2);
    });

    test("a broadcast is refused when it is made, not a thousand times when it is sent", async () => {
      const create = "mutation ($input: BroadcastCreateInput!) { createBroadcast(input: $input) { id state } }";
      const sale = { name: "Sale", integrationId, templateName: "shipped", templateComponents: [picture] };
      expect(await workspace.api.refusal(create, sale)).toMatchObject({
        code: "BAD_INPUT",
        paths: ["input.templateComponents"],
      });
      expect(await database().broadcast.count({ where: { workspaceId } })).toBe(0);
      const fits = { ...sale, templateComponents: [picture, body("{{name}}", "7")] };
      const { id } = await workspace.api.ok<{ id: string }>(create, fits);
      // A template that changes afterwards fails the launch, with the reason.
      const changed = templates.find(({ name }) => name === "shipped");
      if (changed) {
        changed.components = [
          { type: "HEADER", format: "IMAGE" },
          { type: "BODY", text: "Order {{1}} of {{2}} on {{3}}" },
        ];
      }
      await age(6);
      await list();
      const preflight = "query ($input: BroadcastPreflightInput!) { broadcastPreflight(input: $input) { problem } }";
      const said = await workspace.api.ok<{ problem: string | null }>(preflight, { id });
      expect(said.problem).toContain("has 3 variables, {{3}} is missing");
      const launch = "mutation ($input: BroadcastLaunchInput!) { launchBroadcast(input: $input) { state error } }";
      const launched = await workspace.api.ok<{ state: string; error: string | null }>(launch, { id });
      expect(launched.state).toBe("failed");
      expect(launched.error).toContain("has 3 variables, {{3}} is missing");
    });

    test("the Gateway's door says the same of its body, and takes no credit for it", async () => {
      const made = await createTestWorkspace({ plan: "GATEWAY", credits: 2 });
      const place = { workspaceId: made.workspaceId, id: randomUUID() };
      const credentials = await sealCredentials(place, {
        accessToken: TOKEN,
        wabaId,
        phoneNumberId: "1",
        appSecret: "s",
      });
      await database().integration.create({
        data: { ...place, name: "WhatsApp", type: "WA_GATEWAY", state: "active", credentials },
      });
      const { send } = gateway(made.apiKey);
      const post = { workspaceId: made.workspaceId, integrationId: place.id, templateName: "shipped" };
      const refusal = await send({
        ...post,
        externalClientId: "+4790000001",
        templateComponents: [picture, body("a", "b\nc")],
      });
      expect(refusal).toMatchObject({
        status: 422,
        body: { error: { code: "BAD_INPUT", fields: [{ path: "templateComponents.1.parameters.1.text" }] } },
      });
      // A WhatsApp id is accepted for a person without a known number, but not for a password.
      const fits = { templateComponents: [picture, body("a", "b")] };
      expect((await send({ ...post, ...fits, externalClientId: "NO.7Xk29" })).status).toBe(202);
      const client = await database().client.findFirstOrThrow({
        where: { workspaceId: made.workspaceId },
        include: { identities: true },
      });
      expect(client).toMatchObject({ phone: null, identities: [{ scope: "bsuid", externalId: "NO.7Xk29" }] });
      const otp = { ...post, templateName: "otp", templateComponents: [body("123456")], externalClientId: "NO.7Xk29" };
      expect((await send(otp)).body.error?.fields).toMatchObject([{ path: "externalClientId" }]);
      expect(await creditFacts(made.workspaceId)).toMatchObject({ balance: 1, reserved: 1 });
    });

    test("authentication goes to a number, not to an id of WhatsApp's", async () => {
      const hidden = await createTestClient(workspaceId, { externalClientId: "NO.7Xk29" });
      await database().clientIdentity.create({
        data: { workspaceId, clientId: hidden.id, scope: "bsuid", externalId: "NO.7Xk29" },
      });
      const to = { ...input("otp"), clientId: hidden.id };
      expect(await workspace.api.refusal(NOTIFY, to)).toMatchObject({ code: "BAD_INPUT", paths: ["input.clientId"] });
      expect(await workspace.api.ok(NOTIFY, { ...input("welcome", "pt"), clientId: hidden.id })).toMatchObject({
        content: "welcome",
      });
      expect(await workspace.api.ok(NOTIFY, input("otp"))).toMatchObject({ content: "otp" });
    });
  });
});

test("a list for credentials that somebody has replaced meanwhile is not kept: it may be another account's", async () => {
  const asked = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
  const credentials = await sealCredentials(asked, { accessToken: TOKEN, wabaId: "waba-of-another", appSecret: "s" });
  await database().integration.updateMany({ where: { id: integrationId }, data: { credentials } });
  expect(await refreshTemplates(testCtx(workspaceId), asked)).toEqual({ error: null });
  expect(await database().messageTemplate.count({ where: { integrationId } })).toBe(0);
  const now = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
  expect(now.templatesFetchedAt).toBeNull();
});
