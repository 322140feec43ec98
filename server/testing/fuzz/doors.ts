import { createHmac, randomUUID } from "node:crypto";
import { database } from "../../db.ts";
import { createUpload } from "../../uploads/create-upload.ts";
import { createTestIntegration, createTestWorkspace, testCtx } from "../factories.ts";
import { createTestWebchat, visitorBrowser } from "../webchat.ts";
import { customDoors, metaDoors, telegramDoor } from "./provider-doors.ts";
import { type Door, JSON_TYPE, KIB, META_APP_ID, SECRET, STRIPE_SECRET, seconds } from "./door.ts";

/** Settings without which some endpoints are closed. They must be set before the first setting is read. */
export function openAllDoors(): void {
  process.env.STRIPE_SECRET_KEY = "sk_test_for_the_fuzz_of_doors";
  process.env.STRIPE_WEBHOOK_SECRET = STRIPE_SECRET;
  process.env.META_APP_ID = META_APP_ID;
  process.env.META_APP_SECRET = SECRET;
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
    ["take_over_conversation", { convId }],
    ["give_back_conversation", { convId }],
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
