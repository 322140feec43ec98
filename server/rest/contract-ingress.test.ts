import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { coreSchema } from "../graphql/schema.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { ISO, UUID, wholeAnswers, type Field, type Json } from "../testing/contract/whole-answers.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";

// contract.md, Custom channel ingress and egress: every field of both bodies by name.
let call: ReturnType<typeof wholeAnswers>["call"], first: ReturnType<typeof wholeAnswers>["first"];
let customer: ReturnType<typeof customerSystem>;
let workspaceId: number, integrationId: string;
let endpoint: Receiver;

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ call, first } = wholeAnswers(coreSchema, workspace.api));
  endpoint = await startReceiver((_, response) => void response.end('{"externalMessageId":"theirs-1"}'));
  ({ id: integrationId } = await createTestIntegration(workspaceId, { endpoint: endpoint.url }));
  customer = customerSystem(integrationId);
});
afterAll(() => endpoint.close());

const body = (more: Json = {}) => ({ content: "Hello", type: "text", senderId: crypto.randomUUID(), ...more });
const taken = async (more: Json = {}) => {
  const { status, body: ids } = await customer.send(body(more));
  expect(status).toBe(200);
  const { messageId = "", clientId = "", conversationId = "" } = ids;
  const message = await database().message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: messageId } },
  });
  const client = await call("client", { id: clientId });
  return { ids, message, client, conv: await call("conv", { id: conversationId }) };
};
const refusedWithout = async (name: string) => {
  const { [name]: _, ...rest } = body() as Json;
  const { status, body: answer } = await customer.send(rest);
  expect([status, answer.error?.fields?.map(({ path }) => path)]).toEqual([422, [name]]);
};

describe("Custom channel ingress", () => {
  const TYPES = "text image audio video document location interactive template contacts".split(" ");
  const contentOf = (type: string) => {
    if (type === "location") return '{"latitude":52.2,"longitude":21.0}';
    return ["image", "audio", "video", "document"].includes(type) ? "https://shop.example/a.png" : "Hello";
  };
  const FIELDS: Field[] = [
    [
      "content",
      async () => {
        expect((await taken({ content: "Where is my order?" })).message.content).toBe("Where is my order?");
        await refusedWithout("content");
      },
    ],
    [
      "type",
      async () => {
        for (const type of TYPES) expect((await taken({ type, content: contentOf(type) })).message.type).toBe(type);
        expect((await customer.send(body({ type: "note" }))).status).toBe(422);
        await refusedWithout("type");
      },
    ],
    [
      "senderId",
      async () => {
        expect((await taken({ senderId: "sender-7" })).client).toMatchObject({ externalClientId: "sender-7" });
        await refusedWithout("senderId");
      },
    ],
    ["receiptId", async () => expect((await taken({ receiptId: "desk-1" })).message.isAgent).toBe(false)],
    [
      "messageId",
      async () => {
        const { message, ids } = await taken({ senderId: "twice", messageId: "theirs-7" });
        expect(message.externalMessageId).toBe("theirs-7");
        expect((await taken({ senderId: "twice", messageId: "theirs-7" })).ids).toEqual(ids);
        expect((await taken()).message.externalMessageId).toBeNull();
      },
    ],
    [
      "conversationId",
      async () => {
        const senderId = "two-threads";
        const [one, two] = [
          await taken({ senderId, conversationId: "a" }),
          await taken({ senderId, conversationId: "b" }),
        ];
        expect([one.conv.externalConversationId, two.conv.externalConversationId]).toEqual(["a", "b"]);
        expect(one.ids.conversationId).not.toBe(two.ids.conversationId);
        expect(one.ids.clientId).toBe(two.ids.clientId);
      },
    ],
    [
      "clientInfo",
      async () => {
        const clientInfo = {
          name: "Maria",
          surname: "Silva",
          email: "m@example.com",
          phone: "+5511998765432",
          address: "Rua A, 7",
          city: "Santos",
          code: "C-7",
        };
        expect((await taken({ clientInfo })).client).toMatchObject({ ...clientInfo, country: "BR" });
        expect((await taken({ clientInfo: { countryCode: "PL" } })).client).toMatchObject({ country: "PL" });
        const both = { countryCode: "PL", phone: "+5511998765432" };
        expect((await taken({ clientInfo: both })).client).toMatchObject({ country: "PL", phone: "+5511998765432" });
        expect((await taken()).client).toMatchObject({ name: null, country: null });
      },
    ],
    [
      "context",
      async () => {
        const senderId = "who-answers";
        const { message } = await taken({ senderId, messageId: "asked-1", content: "Which size?" });
        const reply = { replyToId: "asked-1", replyToContent: "Which size?", replyToType: "text" };
        expect((await taken({ senderId, context: reply })).message.replyToMessageId).toBe(message.id);
        const unknown = { replyToId: "never-seen", replyToContent: "Before us", replyToType: "text" };
        expect((await taken({ senderId, context: unknown })).message).toMatchObject({
          replyToMessageId: null,
          replyContext: { id: "never-seen", content: "Before us", type: "text" },
        });
      },
    ],
    [
      "createdAt",
      async () => {
        const { message } = await taken({ createdAt: "2026-11-20T09:30:00+01:00" });
        expect(message.providerAt?.toISOString()).toBe("2026-11-20T08:30:00.000Z");
        expect((await taken()).message.providerAt).toBeNull();
      },
    ],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());

  test("a message is answered with 200 and the three ids", async () => {
    const { status, body: answer } = await customer.send(body());
    expect(status).toBe(200);
    expect(answer).toEqual({
      messageId: expect.stringMatching(UUID),
      conversationId: expect.stringMatching(UUID),
      clientId: expect.stringMatching(UUID),
    });
  });

  test.each(["x-validate-token", "x-validation-token", "authorization"])("the token in %s", async (header) => {
    const value = header === "authorization" ? "Bearer validate-me" : "validate-me";
    const wrong = header === "authorization" ? "Bearer wrong" : "wrong";
    const nothing = { "x-validate-token": "" };
    expect((await customer.send(body(), { ...nothing, [header]: value })).status).toBe(200);
    expect((await customer.send(body(), { ...nothing, [header]: wrong })).status).toBe(401);
  });

  test("the token of another channel, of the workspace or of another one, opens nothing", async () => {
    const foreign = await createTestWorkspace();
    const channels = [
      await createTestIntegration(workspaceId, { validateToken: "of-the-second" }),
      await createTestIntegration(foreign.workspaceId, { validateToken: "of-a-foreign-one" }),
    ];
    const before = await database().message.count();
    for (const [{ id }, token] of [
      [channels[0] ?? { id: "" }, "of-a-foreign-one"],
      [channels[1] ?? { id: "" }, "of-the-second"],
      [{ id: integrationId }, "of-the-second"],
    ] as const)
      expect((await customerSystem(id, token).send(body())).status).toBe(401);
    expect(await database().message.count()).toBe(before);
  });
});

describe("Custom channel egress", () => {
  test("an agent's reply is a POST of exactly the contract's body and our messageId, with the accessToken as bearer token", async () => {
    const { ids } = await taken({ senderId: "customer-9", conversationId: "thread-9" });
    const place = { integrationId, convId: ids.conversationId };
    const { messageId, createdAt } = await call("addMessage", { ...place, type: "text", content: "On its way" });
    const pump = startSending(30);
    try {
      const [request] = await endpoint.arrived(1);
      expect(request).toMatchObject({ method: "POST", headers: { authorization: "Bearer let-me-in" } });
      expect(JSON.parse(request?.body ?? "")).toEqual({
        content: "On its way",
        type: "text",
        senderId: "shop",
        receiptId: "customer-9",
        conversationId: "thread-9",
        createdAt,
        messageId,
      });
      expect(createdAt).toMatch(ISO);
    } finally {
      await pump.stop(5_000);
    }
    const sent = { messageId, status: "sent", externalMessageId: "theirs-1" };
    expect(await first("messages", { convId: ids.conversationId })).toMatchObject(sent);
  });
});
