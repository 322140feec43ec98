import { createHmac } from "node:crypto";
import { newWamid } from "./graph-whatsapp.ts";

/** A call as Meta makes it. `body` holds the exact bytes to send. */
export type WebhookCall = { headers: Record<string, string>; body: string };

/**
 * Puts entries into one call and signs it with the app's secret. Meta writes non-ASCII characters as lowercase \u escapes and
 * signs the escaped text. An entry that is listed twice is sent twice.
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

/** The callback URL with Meta's verification request, which checks that its owner knows the verify token. */
export function handshakeUrl(address: string, verifyToken: string, challenge = "1158201444"): string {
  const query = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.challenge": challenge,
    "hub.verify_token": verifyToken,
  });
  return `${address}?${query.toString()}`;
}

/** A person who writes on WhatsApp. With a username, the business may not see a number. */
export type WhatsappCustomer = { waId?: string; userId?: string; username?: string; name?: string };

type Number = { wabaId: string; phoneNumberId: string; displayPhoneNumber: string };

/** An entry with one change of a number. */
export function whatsappEntry(
  number: Number,
  value: Record<string, unknown>,
  field = "messages",
): Record<string, unknown> {
  const { wabaId, phoneNumberId, displayPhoneNumber } = number;
  // Webhooks give the number as digits only.
  const metadata = { display_phone_number: displayPhoneNumber.replace(/\D/g, ""), phone_number_id: phoneNumberId };
  return { id: wabaId, changes: [{ value: { messaging_product: "whatsapp", metadata, ...value }, field }] };
}

/** What Meta says about an account or one of its numbers. Such changes have no metadata, and their time is the entry's. */
export function whatsappAccountEntry(
  { wabaId }: Pick<Number, "wabaId">,
  field: string,
  value: Record<string, unknown>,
  at = new Date(),
): Record<string, unknown> {
  return { id: wabaId, time: Number(seconds(at)), changes: [{ value, field }] };
}

/** A customer's message with its contact. `content` has the type and its body. */
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

/** The status of a sent message. */
export function whatsappStatus(
  sent: {
    wamid: string;
    body: { to?: string | undefined; recipient?: string | undefined; biz_opaque_callback_data?: string | undefined };
  },
  status: string,
  more: { at?: Date; errors?: unknown[]; userId?: string | undefined } = {},
): { statuses: [Record<string, unknown>] } {
  const { to, recipient, biz_opaque_callback_data } = sent.body;
  return {
    statuses: [
      {
        id: sent.wamid,
        status,
        timestamp: seconds(more.at ?? new Date()),
        ...(to ? { recipient_id: to.replace(/^\+/, "") } : {}),
        ...((recipient ?? more.userId) ? { recipient_user_id: recipient ?? more.userId } : {}),
        ...(biz_opaque_callback_data ? { biz_opaque_callback_data } : {}),
        ...(status === "failed"
          ? { errors: more.errors ?? [] }
          : { pricing: { billable: true, pricing_model: "PMP", type: "regular", category: "service" } }),
      },
    ],
  };
}

/** A message that the business wrote in the phone's app: a change of the field `smb_message_echoes`. */
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

/** What another app sees of a number's conversations: a change of the field `standby`, whose content is one level deeper. */
export function whatsappStandby(number: Number, value: Record<string, unknown>): Record<string, unknown> {
  return whatsappEntry(number, { standby: value }, "standby");
}

/** Meta's business agent passes a customer to the app. Source: Meta, "messaging_handovers webhook reference", 2026-09. */
export function whatsappHandover(
  number: Number,
  { waId }: WhatsappCustomer,
  summary: string,
  at = new Date(),
): Record<string, unknown> {
  const control_passed = {
    previous_owner_role: "ai_agent",
    new_owner_role: "escalation",
    conversation_context: { summary: { text: summary } },
  };
  const recipient = { phone_number_id: number.phoneNumberId };
  const value = {
    recipient,
    sender: { phone_number: waId },
    type: "control_passed",
    timestamp: seconds(at),
    control_passed,
  };
  return whatsappEntry(number, value, "messaging_handovers");
}

/**
 * What was written on a number in WhatsApp's app, before it was connected: a change of the field `history`. Messages of the business are
 * from its number.
 */
export function whatsappHistory(
  number: Number,
  phone: string,
  messages: ({ id: string; type: string; isOurs?: boolean; at: Date; status?: string } & Record<string, unknown>)[],
  progress = 100,
): Record<string, unknown> {
  const from = number.displayPhoneNumber.replace(/\D/g, "");
  const told = messages.map(({ isOurs = false, at, status = "READ", ...message }) => ({
    ...message,
    from: isOurs ? from : phone,
    ...(isOurs ? { to: phone } : {}),
    timestamp: seconds(at),
    history_context: { status },
  }));
  const metadata = { phase: 0, chunk_order: 1, progress };
  return whatsappEntry(number, { history: [{ metadata, threads: [{ id: phone, messages: told }] }] }, "history");
}

/** The names of people in the address book of a number's app: a change of the field `smb_app_state_sync`. */
export function whatsappContacts(
  number: Number,
  people: { phone: string; name: string; action?: string }[],
): Record<string, unknown> {
  const state_sync = people.map(({ phone, name, action = "add" }) => {
    const contact = { full_name: name, first_name: name.split(" ")[0], phone_number: phone };
    return { type: "contact", contact, action, metadata: { timestamp: "0" } };
  });
  return whatsappEntry(number, { state_sync }, "smb_app_state_sync");
}

/** A customer's business-scoped id changes to a new one. Nobody sends such a message: it names neither a sender nor a contact. */
export function whatsappRotation(
  number: Number,
  { userId }: WhatsappCustomer,
  current: string,
  at = new Date(),
): Record<string, unknown> {
  const system = {
    type: "user_changed_user_id",
    body: `User ID changed from ${userId} to ${current}`,
    user_id: current,
    previous_user_id: userId,
  };
  return whatsappEntry(number, { messages: [{ id: newWamid(), timestamp: seconds(at), type: "system", system }] });
}

/** A template's new status: approved, rejected, paused. Such changes contain no number. */
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

/** Batches entries as Meta does: one entry per account, with all its changes and events. */
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

/** An entry with events of a page's or an Instagram account's conversations. */
export function messagingEntry(accountId: string, events: unknown[], at = new Date()): Record<string, unknown> {
  return { id: accountId, time: at.getTime(), messaging: events };
}

/** An entry with events that another app owns. */
export function standbyEntry(accountId: string, events: unknown[], at = new Date()): Record<string, unknown> {
  return { id: accountId, time: at.getTime(), standby: events };
}

/** An entry with one change of a page or an Instagram account: a comment. Pages give the time in milliseconds, Instagram in seconds. */
export function changeEntry(accountId: string, field: string, value: Record<string, unknown>, at: Date) {
  const time = field === "feed" ? at.getTime() : Number(seconds(at));
  return { id: accountId, time, changes: [{ field, value }] };
}

/** One event between a contact and the account. The sender of an echo is the account. */
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
