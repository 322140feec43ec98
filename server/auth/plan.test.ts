import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { promisify } from "node:util";
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
  type GraphQLSchema,
} from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { operationsOf as declaredOperations } from "../graphql/operation.ts";
import { assistantSchema, coreSchema } from "../graphql/schema.ts";
import { api } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { gateway } from "../testing/gateway.ts";
import { documentOf, operationsOf } from "../testing/isolation/operations.ts";

const ENDPOINTS = [
  ["/core/gq", coreSchema],
  ["/bot/gq", assistantSchema],
] as const;

/** An input of the right shape whose ids do not exist. */
function shapeOf(type: GraphQLInputType, workspaceId: number): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [shapeOf(inner.ofType, workspaceId)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isInputObjectType(inner)) {
    return Object.fromEntries(
      Object.values(inner.getFields()).flatMap((field) => {
        if (field.name === "workspaceId") return [[field.name, workspaceId]];
        return isNonNullType(field.type) ? [[field.name, shapeOf(field.type, workspaceId)]] : [];
      }),
    );
  }
  const scalars: Record<string, unknown> = {
    ID: randomUUID(),
    Int: 1,
    Float: 1,
    Boolean: true,
    DateTime: "2026-11-21T09:00:00Z",
    JSON: {},
  };
  return scalars[String(inner)] ?? "text";
}

/** The operations of an endpoint that return PLAN_REQUIRED for the owner's key of a workspace on this plan. */
async function planRequired(plan: "GATEWAY" | "PREMIUM", path: "/core/gq" | "/bot/gq", schema: GraphQLSchema) {
  const { workspaceId, apiKey } = await createTestWorkspace({ plan });
  const caller = api({ key: apiKey }, workspaceId, path);
  const refused: string[] = [];
  for (const operation of operationsOf(schema)) {
    const input = shapeOf(operation.inputType, workspaceId) as Record<string, unknown>;
    const { errors } = await caller.call(documentOf(operation), input);
    if (errors.some(({ extensions }) => extensions.code === "PLAN_REQUIRED")) refused.push(operation.name);
  }
  return refused.sort();
}

describe("of all operations", () => {
  test.each(ENDPOINTS)(
    "%s: a Gateway workspace is refused those of the inbox plans, and no other",
    async (path, schema) => {
      const expected = declaredOperations(schema).filter(({ declared: { plan } }) => plan && plan !== "gateway");
      expect(expected.length).toBeGreaterThan(30);
      expect(await planRequired("GATEWAY", path, schema)).toEqual(expected.map(({ field }) => field.name).sort());
    },
  );

  test.each(ENDPOINTS)(
    "%s: an Inbox workspace is refused those of the Gateway plan, and no other",
    async (path, schema) => {
      const expected = declaredOperations(schema).filter(({ declared: { plan } }) => plan === "gateway");
      expect(await planRequired("PREMIUM", path, schema)).toEqual(expected.map(({ field }) => field.name).sort());
    },
  );
});

describe("a Gateway workspace with a conversation", () => {
  let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
  let integrationId: string;
  let ids: { convId: string; messageId: string; clientId: string };

  beforeAll(async () => {
    workspace = await createTestWorkspace({ plan: "GATEWAY", credits: 10 });
    const { workspaceId } = workspace;
    ({ id: integrationId } = await createTestIntegration(workspaceId));
    const { conversationId, clientId } = await customerSystem(integrationId).text("carla", "Hello");
    const { body } = await gateway(workspace.apiKey).send({
      workspaceId,
      integrationId,
      externalClientId: "carla",
      content: "Hello Carla",
    });
    await database().message.updateMany({ where: { id: body.messageId }, data: { status: "failed" } });
    ids = { convId: conversationId, messageId: body.messageId, clientId };
  });

  const rows = async () => {
    const where = { workspaceId: workspace.workspaceId };
    const conv = await database().conversation.findFirstOrThrow({ where });
    return {
      conv,
      messages: await database().message.count({ where }),
      events: await database().event.count({ where }),
    };
  };

  test.each<[string, string, () => Record<string, unknown>]>([
    ["addMessage", "MessageInput! { messageId }", () => ({ convId: ids.convId, content: "Hi", type: "text" })],
    ["addMessage (a note)", "MessageInput! { messageId }", () => ({ convId: ids.convId, content: "Hi", type: "note" })],
    ["sendNotification", "SendNotificationInput! { messageId }", () => ({ clientId: ids.clientId, templateName: "t" })],
    ["startConv", "ConvStartInput! { id }", () => ({ clientId: ids.clientId, templateName: "t" })],
    ["assignConv", "ConvAssignInput! { id }", () => ({ convId: ids.convId })],
    ["endConv", "ConvEndInput! { id }", () => ({ convId: ids.convId })],
    ["patchConv", "ConvPatchInput! { id }", () => ({ convId: ids.convId, orderNo: "7" })],
    ["tagConv", "ConvTagInput! { id }", () => ({ convId: ids.convId, tags: ["vip"] })],
  ])("%s answers PLAN_REQUIRED, which names the way to send, and changes nothing", async (operation, types, input) => {
    const [name = ""] = operation.split(" ");
    const [type, fields = ""] = types.split(/(?= \{)/);
    const before = await rows();
    const { code, message } = await workspace.api.refusal(
      `mutation ($input: ${type}) { ${name}(input: $input)${fields} }`,
      { integrationId, ...input() },
    );
    expect([code, message]).toEqual([
      "PLAN_REQUIRED",
      "The team inbox is not part of the Gateway plan; send messages with POST /core/v1/messages",
    ]);
    expect(await rows()).toEqual(before);
  });

  test("resendMessage, convRows and convViewCounts too", async () => {
    const asked: [string, Record<string, unknown>][] = [
      [
        "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }",
        { messageId: ids.messageId },
      ],
      ["query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id } } }", { view: "all" }],
      ["query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { all } }", {}],
    ];
    for (const [query, input] of asked) {
      expect((await workspace.api.refusal(query, input)).code).toBe("PLAN_REQUIRED");
    }
  });

  test("reads its conversations, messages, attempts and clients, and takes what clients write", async () => {
    const { api: caller } = workspace;
    expect(await caller.ok("query ($input: ConvsInput!) { convs(input: $input) { nodes { id } } }")).toEqual({
      nodes: [{ id: ids.convId }],
    });
    expect(await caller.ok("query ($input: ConvInput!) { conv(input: $input) { id } }", { id: ids.convId })).toEqual({
      id: ids.convId,
    });
    expect(await caller.ok("query ($input: MessagesInput!) { messages(input: $input) { nodes { content } } }")).toEqual(
      { nodes: [{ content: "Hello Carla" }, { content: "Hello" }] },
    );
    expect(
      await caller.ok("query ($input: ConvLastMessageInput!) { convLastMessage(input: $input) { messageId } }", {
        convId: ids.convId,
      }),
    ).toEqual({ messageId: ids.messageId });
    expect(
      await caller.ok(
        "query ($input: MessageAttemptsInput!) { messageAttempts(input: $input) { nodes { attemptNo } } }",
        {
          messageId: ids.messageId,
        },
      ),
    ).toEqual({ nodes: [] });
    expect(
      await caller.ok("query ($input: ClientsInput!) { clients(input: $input) { nodes { externalClientId } } }"),
    ).toEqual({ nodes: [{ externalClientId: "carla" }] });
    const count =
      "query ($input: OpenConversationsNeedResponseCountInput!) { openConversationsNeedResponseCount(input: $input) }";
    expect(await caller.ok(count)).toBe(0);
  });
});

describe("a Gateway workspace's plan", () => {
  test("is in no input of any operation", () => {
    for (const [, schema] of ENDPOINTS) {
      const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
      expect(inputs.length).toBeGreaterThan(0);
      expect(inputs.filter((type) => "plan" in type.getFields()).map(({ name }) => name)).toEqual([]);
    }
  });

  test("cannot be changed with the command line: it has no such command, and credit takes no plan", async () => {
    const { workspaceId } = await createTestWorkspace({ plan: "GATEWAY" });
    const command = resolve(import.meta.dirname, "../cli/workspace.ts");
    const run = (...options: string[]) =>
      promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", command, ...options]);
    for (const name of ["plan", "patch", "update"]) {
      await expect(run(name, "--workspace", String(workspaceId), "--plan", "PREMIUM")).rejects.toThrow(/Usage/);
    }
    await expect(
      run("credit", "--workspace", String(workspaceId), "--credits", "1", "--plan", "PREMIUM"),
    ).rejects.toThrow(/--plan/);
    expect((await database().workspace.findUniqueOrThrow({ where: { id: workspaceId } })).plan).toBe("GATEWAY");
    const { stdout } = await run("credit", "--workspace", String(workspaceId), "--credits", "7", "--json");
    expect(JSON.parse(stdout)).toEqual({ workspaceId, balance: 7 });
  });
});
