import { createHmac } from "node:crypto";
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
import { createTestIntegration } from "../factories.ts";
import { type Door, JSON_TYPE, KIB, META_APP_ID, SECRET, VALIDATE_TOKEN, seconds } from "./door.ts";

export async function customDoors(workspaceId: number): Promise<Door[]> {
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
  webhookAccountId: string | null = null,
): Promise<string> {
  const place = { workspaceId, id: newId() };
  const credentials = await sealCredentials(place, properties);
  const identifier = `${type}-${place.id}`;
  await database().integration.create({
    data: { ...place, name: type, type, identifier, webhookAccountId, state: "active", credentials },
  });
  return place.id;
}

export async function metaDoors(workspaceId: number): Promise<Door[]> {
  const number = { wabaId: "102290129340398", phoneNumberId: "106540352242922", displayPhoneNumber: "+47 900 00 100" };
  const { wabaId, phoneNumberId } = number;
  const token = { accessToken: "EAAG-fuzz", appSecret: SECRET };
  const pageId = "350111222333444";
  const accountId = "17841400008460056";
  const whatsapp = await channel(workspaceId, "WHATSAPP", { ...token, phoneNumberId, wabaId });
  const facebook = await channel(workspaceId, "FACEBOOK", { ...token, pageId });
  const instagram = await channel(workspaceId, "INSTAGRAM", { accessToken: "IGAA-fuzz", accountId, appSecret: SECRET });

  const signedInId = "350111222333555";
  await channel(workspaceId, "FACEBOOK", { ...token, pageId: signedInId, appId: META_APP_ID }, signedInId);

  const door = (name: string, id: string, body: Door["body"]): Door => ({
    name,
    method: "POST",
    path: () => `/ext/v1/incoming/${name}${id && `/${id}`}`,
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
    door("meta", "", messaging("page", signedInId)),
  ];
}

export async function telegramDoor(workspaceId: number): Promise<Door> {
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
