import { randomInt } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { POST } from "../../app/ext/v1/incoming/[type]/[integrationId]/route.ts";
import { webhookCall } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { sealCredentials } from "../integrations/access.ts";
import { takeCalls } from "./take-calls.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const OBJECT = { WHATSAPP: "whatsapp_business_account", FACEBOOK: "page", INSTAGRAM: "instagram" } as const;

/** An id as Meta makes them. */
export const metaId = () => String(randomInt(10 ** 11, 10 ** 12));

/** An active WhatsApp number, Messenger page or Instagram account, and Meta's calls about it. @param properties its routing. */
export async function createMetaChannel(workspaceId: number, type: keyof typeof OBJECT, properties: object = {}) {
  const number = { wabaId: metaId(), phoneNumberId: metaId(), displayPhoneNumber: "+47 900 00 100" };
  const pageId = metaId();
  const place = { workspaceId, id: uuidv7() };
  const { wabaId, phoneNumberId } = number;
  const app = { accessToken: "EAAG", appSecret: SECRET, appId: "700" };
  const secrets = {
    WHATSAPP: { accessToken: "EAAG", phoneNumberId, wabaId, appSecret: SECRET },
    FACEBOOK: { ...app, pageId },
    INSTAGRAM: { ...app, accountId: pageId },
  }[type];
  const accountId = type === "WHATSAPP" ? phoneNumberId : pageId;
  const credentials = await sealCredentials(place, secrets);
  const integration = await database().integration.create({
    data: { ...place, name: type, type, identifier: accountId, accountId, state: "active", credentials, properties },
  });
  return {
    integration,
    number,
    pageId,
    /** Brings a call with this entry, and processes it as a worker does. */
    bring: async (entry: unknown): Promise<void> => {
      const params = { type: type.toLowerCase(), integrationId: place.id };
      const address = `https://desk.example/ext/v1/incoming/${params.type}/${place.id}`;
      const request = new Request(address, { method: "POST", ...webhookCall(OBJECT[type], [entry], SECRET) });
      const { status } = await POST(request, { params: Promise.resolve(params) });
      if (status !== 200) throw new Error(`the call was answered ${status}`);
      await takeCalls();
    },
  };
}
