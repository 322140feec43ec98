import { createHmac, randomUUID } from "node:crypto";
import {
  messagingEntry,
  messagingEvent,
  webhookCall,
  whatsappEntry,
  whatsappMessage,
} from "../../../simulator/graph-webhook.ts";
import { updateSecret } from "../../channels/telegram/adapter.ts";
import { database } from "../../db.ts";
import type { IntegrationType } from "../../generated/prisma/enums.ts";
import { sealCredentials } from "../../integrations/access.ts";
import { newId } from "../../new-id.ts";
import { createUpload } from "../../uploads/create-upload.ts";
import { createTestIntegration, createTestWorkspace, testCtx } from "../factories.ts";
import { createTestWebchat, visitorBrowser } from "../webchat.ts";

/** An endpoint, and what its callers send. */
export type Door = {
  name: string;
  method: "POST" | "PUT";
  /** The path for a new body. Each upload has its own address. */
  path: () => string | Promise<string>;
  limitBytes: number;
  /** A body that is accepted unchanged; `no` makes it different each time. Bytes if the endpoint takes no JSON. */
  body: (no: number) => unknown;
  /** Members of the body that stay unchanged, so that the endpoint examines the rest. */
  kept?: readonly string[];
  /** The headers that authenticate the caller, for the final bytes. */
  headers: (body: Buffer) => Record<string, string>;
};

const KIB = 1024;
const SECRET = "0123456789abcdef0123456789abcdef";
const VALIDATE_TOKEN = "validate-me";
const STRIPE_SECRET = "whsec_for_the_fuzz_of_doors";
const JSON_TYPE = { "content-type": "application/json" };

/** Settings without which some endpoints are closed. They must be set before the first setting is read. */
export function openAllDoors(): void {
  process.env.STRIPE_SECRET_KEY = "sk_test_for_the_fuzz_of_doors";
  process.env.STRIPE_WEBHOOK_SECRET = STRIPE_SECRET;
  // Nothing listens there, so no request leaves the machine.
  for (const name of ["META_GRAPH_URL", "INSTAGRAM_GRAPH_URL", "TELEGRAM_API_URL", "STRIPE_API_URL", "PINECONE_URL"]) {
    process.env[name] = "http://127.0.0.1:9";
  }
  process.env.OPENAI_BASE_URL = "http://127.0.0.1:9/v1";
}

/** All endpoints that accept bodies from outside, of two workspaces: one with the inbox, one on the Gateway plan. */
export async function doorsOf(base: string): Promise<{ doors: Door[]; workspaceIds: number[] }> {
  const [inbox, gateway] = [
    await createTestWorkspace(),
    await createTestWorkspace({ plan: "GATEWAY", credits: 1_000_000 }),
  ];
  const { workspaceId } = inbox;
  const doors = [
    ...(await customDoors(workspaceId)),
    ...(await metaDoors(workspaceId)),
    await telegramDoor(workspaceId),
    await gatewayDoor(gateway),
    await mcpDoor(inbox),
    ...(await webchatDoors(base, workspaceId)),
    uploadDoor(workspaceId),
    stripeDoor(),
    ...portalDoors(),
  ];
  return { doors, workspaceIds: [workspaceId, gateway.workspaceId] };
}

const seconds = () => Math.floor(Date.now() / 1000);

async function customDoors(workspaceId: number): Promise<Door[]> {
  const { id } = await createTestIntegration(workspaceId);
  const path = `/ext/v1/incoming/custom/${id}`;
  const headers = () => ({ ...JSON_TYPE, "x-validate-token": VALIDATE_TOKEN });
  return [
    {
      name: "custom message",
      method: "POST",
      path: () => path,
      limitBytes: 256 * KIB,
      headers,
      body: (no) => ({
        content: "Hello",
        type: "text",
        senderId: `customer-${no % 50}`,
        messageId: `m-${no}`,
        conversationId: "thread",
        createdAt: "2026-11-21T09:30:00Z",
        clientInfo: {
          name: "Ana",
          surname: "Nowak",
          email: "ana@example.com",
          phone: "+48600100200",
          countryCode: "PL",
        },
        context: { replyToId: "m-0", replyToContent: "Hi", replyToType: "text" },
      }),
    },
    {
      name: "custom status",
      method: "POST",
      path: () => `${path}/status`,
      limitBytes: 256 * KIB,
      headers,
      body: (no) => ({ messageId: `e-${no}`, status: "failed", createdAt: "2026-11-21T09:30:00Z", error: "gone" }),
    },
  ];
}

/** A provider's channel as if connected, without a request to the provider. */
async function channel(
  workspaceId: number,
  type: IntegrationType,
  properties: Record<string, string>,
): Promise<string> {
  const place = { workspaceId, id: newId() };
  const credentials = await sealCredentials(place, properties);
  await database().integration.create({
    data: { ...place, name: type, type, identifier: `${type}-${place.id}`, state: "active", credentials },
  });
  return place.id;
}

async function metaDoors(workspaceId: number): Promise<Door[]> {
  const number = { wabaId: "102290129340398", phoneNumberId: "106540352242922", displayPhoneNumber: "+47 900 00 100" };
  const { wabaId, phoneNumberId } = number;
  const token = { accessToken: "EAAG-fuzz", appSecret: SECRET };
  const pageId = "350111222333444";
  const accountId = "17841400008460056";
  const whatsapp = await channel(workspaceId, "WHATSAPP", { ...token, phoneNumberId, wabaId });
  const facebook = await channel(workspaceId, "FACEBOOK", { ...token, pageId });
  const instagram = await channel(workspaceId, "INSTAGRAM", { accessToken: "IGAA-fuzz", accountId, appSecret: SECRET });

  const door = (type: string, id: string, body: Door["body"]): Door => ({
    name: type,
    method: "POST",
    path: () => `/ext/v1/incoming/${type}/${id}`,
    limitBytes: 4 * 1024 * KIB,
    body,
    headers: (bytes) => ({
      ...JSON_TYPE,
      "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(bytes).digest("hex")}`,
    }),
  });
  const call = (object: string, entry: unknown): unknown => JSON.parse(webhookCall(object, [entry], SECRET).body);
  const messaging = (object: string, own: string) => (no: number) => {
    const event = messagingEvent(`55000000${no % 50}`, own, {
      message: {
        mid: `m_${no}`,
        text: "Hello",
        attachments: [{ type: "image", payload: { url: "http://127.0.0.1:9/" } }],
      },
    });
    return call(object, messagingEntry(own, [event]));
  };
  return [
    door("whatsapp", whatsapp, (no) => {
      const customer = { waId: `479000000${no % 50}`, userId: `NO.${no % 50}`, name: "Ida" };
      const content = { type: "text", text: { body: `Hello ${no}` } };
      return call("whatsapp_business_account", whatsappEntry(number, whatsappMessage(customer, content)));
    }),
    door("facebook", facebook, messaging("page", pageId)),
    door("instagram", instagram, messaging("instagram", accountId)),
  ];
}

async function telegramDoor(workspaceId: number): Promise<Door> {
  const accessToken = "123456789:AAH-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz";
  const id = await channel(workspaceId, "TELEGRAM", { accessToken });
  return {
    name: "telegram",
    method: "POST",
    path: () => `/ext/v1/incoming/telegram/${id}`,
    limitBytes: 4 * 1024 * KIB,
    body: (no) => {
      const from = { id: 5_500_000_000 + (no % 50), is_bot: false, first_name: "Maria", language_code: "pt" };
      const chat = { id: from.id, type: "private", first_name: "Maria" };
      return { update_id: no, message: { message_id: no + 1, date: seconds(), chat, from, text: "Olá" } };
    },
    headers: () => ({ ...JSON_TYPE, "x-telegram-bot-api-secret-token": updateSecret(accessToken) }),
  };
}

async function gatewayDoor({ workspaceId, apiKey }: { workspaceId: number; apiKey: string }): Promise<Door> {
  const { id: integrationId } = await createTestIntegration(workspaceId);
  return {
    name: "gateway send",
    method: "POST",
    path: () => "/core/v1/messages",
    limitBytes: 256 * KIB,
    kept: ["workspaceId"],
    body: (no) => ({
      workspaceId,
      integrationId,
      externalClientId: `customer-${no % 50}`,
      ...(no % 2 === 0
        ? { type: "text", content: "Your parcel is on its way." }
        : { templateName: "parcel", templateLang: "en", templateComponents: [{ type: "BODY", text: "{{1}}" }] }),
      senderId: "shop",
      trunk: "a",
    }),
    headers: () => ({ ...JSON_TYPE, authorization: apiKey }),
  };
}

async function mcpDoor({ workspaceId, apiKey }: { workspaceId: number; apiKey: string }): Promise<Door> {
  const db = database();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const client = await db.client.create({ data: { workspaceId, externalClientId: "mcp", name: "Ana" } });
  const conv = await db.conversation.create({ data: { workspaceId, integrationId, clientId: client.id } });
  const convId = conv.id;
  const calls = [
    ["list_conversations", { first: 5 }],
    ["get_conversation", { convId }],
    ["list_messages", { convId, first: 5 }],
    ["search_clients", { name: "Ana" }],
    ["get_client", { clientId: client.id }],
    ["send_message", { convId, content: "Hello", type: "text" }],
    ["add_note", { convId, content: "Remember", noteType: "internal" }],
    ["assign_conversation", { convId }],
    ["tag_conversation", { convId, tags: ["vip"] }],
    ["start_conversation", { integrationId, clientId: client.id, templateName: "parcel", templateLang: "en" }],
    ["end_conversation", { convId }],
  ] as const;
  return {
    name: "model-context tools",
    method: "POST",
    path: () => "/mcp",
    limitBytes: 256 * KIB,
    body: (no) => {
      const [name, args] = calls[no % calls.length] ?? calls[0];
      return { jsonrpc: "2.0", id: no, method: "tools/call", params: { name, arguments: args } };
    },
    headers: () => ({
      ...JSON_TYPE,
      accept: "application/json, text/event-stream",
      authorization: apiKey,
      "x-workspace-id": String(workspaceId),
    }),
  };
}

async function webchatDoors(base: string, workspaceId: number): Promise<Door[]> {
  const { integrationId } = await createTestWebchat(workspaceId);
  const visitor = visitorBrowser(base, integrationId);
  await visitor.session();
  const { id: upToId } = await visitor.text("Hello");
  const page = { url: "https://shop.example/", referrer: "https://search.example/" };
  const bodies: Record<string, (no: number) => unknown> = {
    session: () => ({ token: visitor.token, profile: { name: "Ana", email: "ana@example.com" }, page }),
    uploads: () => ({ contentType: "image/png", name: "photo", sizeBytes: 100 }),
    typing: () => ({ isTyping: true }),
    read: () => ({ upToId }),
    ticket: () => ({}),
  };
  const headers = () => ({
    ...JSON_TYPE,
    authorization: `Bearer ${visitor.token}`,
    "x-forwarded-for": visitor.address,
  });
  const doors = Object.entries(bodies).map(([action, body]): Door => ({
    name: `webchat ${action}`,
    method: "POST",
    path: () => `/ext/v1/webchat/${integrationId}/${action}`,
    limitBytes: 64 * KIB,
    body,
    headers,
  }));
  return [
    ...doors,
    {
      name: "webchat message",
      method: "POST",
      path: () => `/ext/v1/incoming/webchat/${integrationId}`,
      limitBytes: 64 * KIB,
      body: () => ({ clientMessageId: randomUUID(), type: "text", content: "Hello", page }),
      headers,
    },
  ];
}

/** Each file has its own address, because an address accepts one file. */
function uploadDoor(workspaceId: number): Door {
  const PNG = Buffer.from(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000" +
      "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082",
    "hex",
  );
  return {
    name: "upload",
    method: "PUT",
    path: async () => {
      const { uploadUrl } = await createUpload(testCtx(workspaceId), { contentType: "image/png", purpose: "media" });
      const { pathname, search } = new URL(uploadUrl);
      return pathname + search;
    },
    limitBytes: 5 * 1024 * KIB,
    body: () => PNG,
    headers: () => ({ "content-type": "image/png" }),
  };
}

function stripeDoor(): Door {
  return {
    name: "stripe",
    method: "POST",
    path: () => "/ext/v1/stripe",
    limitBytes: 256 * KIB,
    body: (no) => ({
      id: `evt_${no}`,
      object: "event",
      type: "checkout.session.completed",
      created: seconds(),
      data: {
        object: {
          id: `cs_${no}`,
          object: "checkout.session",
          payment_status: "paid",
          amount_total: 1_000,
          currency: "eur",
          metadata: { workspaceId: "0", pack: "small", credits: "100" },
        },
      },
    }),
    headers: (bytes) => {
      const at = seconds();
      const signature = createHmac("sha256", STRIPE_SECRET).update(`${at}.`).update(bytes).digest("hex");
      return { ...JSON_TYPE, "stripe-signature": `t=${at},v1=${signature}` };
    },
  };
}

/**
 * The forms of the portal's own pages. Each comes from its own IP address, because one IP address may create only a few
 * accounts.
 */
function portalDoors(): Door[] {
  const headers = () => ({ ...JSON_TYPE, "x-forwarded-for": `fuzz-${randomUUID()}` });
  return [
    {
      name: "sign-up",
      method: "POST",
      path: () => "/api/sign-up",
      limitBytes: 16 * KIB,
      // The password is too short, because accounts belong to no workspace whose rows are counted here.
      body: (no) => ({ name: "Ana", workspaceName: "Shop", email: `ana-${no}@example.com`, password: "short" }),
      kept: ["password"],
      headers,
    },
    {
      name: "confirmation of a sign-up",
      method: "POST",
      path: () => "/api/sign-up/confirm",
      limitBytes: 16 * KIB,
      body: () => ({ token: randomUUID(), password: "correct horse battery" }),
      kept: ["password"],
      headers,
    },
    {
      name: "forgotten password",
      method: "POST",
      path: () => "/api/forgot-password",
      limitBytes: 16 * KIB,
      body: (no) => ({ email: `ana-${no}@example.com` }),
      headers,
    },
    {
      name: "reset of a password",
      method: "POST",
      path: () => "/api/reset-password",
      limitBytes: 16 * KIB,
      body: () => ({ token: randomUUID(), password: "correct horse battery" }),
      kept: ["password"],
      headers,
    },
    {
      name: "account of an invitation",
      method: "POST",
      path: () => `/api/invitations/${randomUUID()}/account`,
      limitBytes: 16 * KIB,
      body: () => ({ name: "Ana", password: "correct horse battery" }),
      headers,
    },
  ];
}
