import { createHmac } from "node:crypto";
import { newWamid } from "./graph-whatsapp.ts";

/** A call as Meta makes it: the headers, and the body to the byte. */
export type WebhookCall = { headers: Record<string, string>; body: string };

/**
 * Entries as one call, signed with the app's secret. Meta writes what is not ASCII as \u escapes in small letters, and signs that.
 * An entry that stands in the list twice is brought twice.
 */
export function webhookCall(object: string, entries: unknown[], appSecret: string): WebhookCall {
  const body = JSON.stringify({ object, entry: entries }).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const sign = (algorithm: string) => createHmac(algorithm, appSecret).update(body).digest("hex");
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "facebookexternalua",
      "x-hub-signature": `sha1=${sign("sha1")}`,
      "x-hub-signature-256": `sha256=${sign("sha256")}`,
    },
    body,
  };
}

/** The address with Meta's question whether it belongs to whoever knows the token. */
export function handshakeUrl(address: string, verifyToken: string, challenge = "1158201444"): string {
  const query = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.challenge": challenge,
    "hub.verify_token": verifyToken,
  });
  return `${address}?${query.toString()}`;
}

/** Somebody who writes on WhatsApp. Who has a username may have no number that the business sees. */
export type WhatsappCustomer = { waId?: string; userId?: string; username?: string; name?: string };

type Number = { wabaId: string; phoneNumberId: string; displayPhoneNumber: string };

/** A change about a number. */
export function whatsappEntry(
  number: Number,
  value: Record<string, unknown>,
  field = "messages",
): Record<string, unknown> {
  const { wabaId, phoneNumberId, displayPhoneNumber } = number;
  // In webhooks the number has digits only.
  const metadata = { display_phone_number: displayPhoneNumber.replace(/\D/g, ""), phone_number_id: phoneNumberId };
  return { id: wabaId, changes: [{ value: { messaging_product: "whatsapp", metadata, ...value }, field }] };
}

/** What a customer wrote, with the contact beside it; `content` has the type and its body. */
export function whatsappMessage(
  customer: WhatsappCustomer,
  content: { type: string } & Record<string, unknown>,
  at = new Date(),
): { contacts: unknown[]; messages: [{ id: string } & Record<string, unknown>] } {
  const { waId, userId, username, name = "Ida Lund" } = customer;
  return {
    contacts: [
      {
        profile: { name, ...(username ? { username } : {}) },
        ...(waId ? { wa_id: waId } : {}),
        ...(userId ? { user_id: userId } : {}),
      },
    ],
    messages: [
      {
        ...(waId ? { from: waId } : {}),
        ...(userId ? { from_user_id: userId } : {}),
        id: newWamid(),
        timestamp: seconds(at),
        ...content,
      },
    ],
  };
}

/** What became of a message that was sent. */
export function whatsappStatus(
  sent: {
    wamid: string;
    body: { to?: string | undefined; recipient?: string | undefined; biz_opaque_callback_data?: string | undefined };
  },
  status: string,
  more: { at?: Date; errors?: unknown[] } = {},
): { statuses: [Record<string, unknown>] } {
  const { to, recipient, biz_opaque_callback_data } = sent.body;
  return {
    statuses: [
      {
        id: sent.wamid,
        status,
        timestamp: seconds(more.at ?? new Date()),
        ...(to ? { recipient_id: to.replace(/^\+/, "") } : {}),
        ...(recipient ? { recipient_user_id: recipient } : {}),
        ...(biz_opaque_callback_data ? { biz_opaque_callback_data } : {}),
        ...(status === "failed"
          ? { errors: more.errors ?? [] }
          : { pricing: { billable: true, pricing_model: "PMP", type: "regular", category: "service" } }),
      },
    ],
  };
}

/** What the business wrote in the phone's app: a change of the field `smb_message_echoes`. */
export function whatsappEcho(
  number: Number,
  to: WhatsappCustomer,
  content: { type: string } & Record<string, unknown>,
  at = new Date(),
): Record<string, unknown> {
  const echo = {
    from: number.displayPhoneNumber.replace(/\D/g, ""),
    ...(to.waId ? { to: to.waId } : {}),
    ...(to.userId ? { to_user_id: to.userId } : {}),
    id: newWamid(),
    timestamp: seconds(at),
    ...content,
  };
  return whatsappEntry(number, { message_echoes: [echo] }, "smb_message_echoes");
}

/** Who was known under one business-scoped id is known under another from now on. */
export function whatsappRotation(
  number: Number,
  customer: WhatsappCustomer,
  current: string,
  at = new Date(),
): Record<string, unknown> {
  const update = {
    ...(customer.waId ? { wa_id: customer.waId } : {}),
    detail: "The user ID has been updated",
    user_id: { previous: customer.userId, current },
    timestamp: seconds(at),
  };
  return whatsappEntry(number, { user_id_update: [update] }, "user_id_update");
}

/** What Meta says of a template: approved, rejected, paused. Such changes name no number. */
export function templateEntry(
  wabaId: string,
  template: { id: string; name: string; language: string; category: string },
  event: string,
  at = new Date(),
): Record<string, unknown> {
  const value = {
    event,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason: event === "REJECTED" ? "INVALID_FORMAT" : "NONE",
  };
  const time = Math.floor(at.getTime() / 1000);
  return { id: wabaId, time, changes: [{ value, field: "message_template_status_update" }] };
}

/** Several entries as Meta batches them: those of one account together, each with all its changes and events. */
export function batched(entries: Record<string, unknown>[]): Record<string, unknown>[] {
  const byAccount = new Map<string, Record<string, unknown>>();
  for (const entry of entries) {
    const key = String(entry.id);
    const known = byAccount.get(key);
    if (!known) {
      byAccount.set(key, { ...entry });
      continue;
    }
    for (const list of ["changes", "messaging", "standby"]) {
      const both = [known[list], entry[list]].filter(Array.isArray) as unknown[][];
      if (both.length > 0) known[list] = both.flat();
    }
  }
  return [...byAccount.values()];
}

/** Events of a page's or an Instagram account's conversations. */
export function messagingEntry(accountId: string, events: unknown[], at = new Date()): Record<string, unknown> {
  return { id: accountId, time: at.getTime(), messaging: events };
}

/** One event between a client and the account; an echo's sender is the account. */
export function messagingEvent(
  from: string,
  to: string,
  content: Record<string, unknown>,
  at = new Date(),
): Record<string, unknown> {
  return { sender: { id: from }, recipient: { id: to }, timestamp: at.getTime(), ...content };
}

function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
