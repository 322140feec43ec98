import { createHash } from "node:crypto";
import type { WhatsappCustomer } from "./graph-webhook.ts";
import type { Customer, SimulatedChannel } from "./talk.ts";

/** The ids that providers give the simulator's customers. They are derived from our ids, so they survive a restart. */

function digits(text: string, count: number): string {
  const number = BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 24)}`);
  const lowest = 10n ** BigInt(count - 1);
  return String(lowest + (number % (lowest * 9n)));
}

export function onWhatsapp({ id, name, surname, phone, countryCode, hidesNumber }: Customer): WhatsappCustomer {
  const waId = phone.replace(/\D/g, "") || digits(id, 12);
  const userId = `${countryCode || "NO"}.${createHash("sha256").update(id).digest("hex").slice(0, 20)}`;
  const fullName = `${name} ${surname}`.trim();
  if (!hidesNumber) return { waId, userId, name: fullName };
  return { userId, username: `@${name.toLowerCase().replace(/\W/g, "") || "somebody"}`, name: fullName };
}

/** A person's id as a page or an account sees it. */
export function onMessaging(accountId: string, { id }: Customer): string {
  return digits(`${accountId} ${id}`, 16);
}

/** The same person's id as their comments name it. It is another one. */
export function inComments(accountId: string, { id }: Customer): string {
  return digits(`comments ${accountId} ${id}`, 16);
}

export function onTelegram({ id }: Customer): number {
  return Number(digits(`telegram ${id}`, 10));
}

/** Whether the channel's provider knows the customer by this id. */
export function isKnownAs(customer: Customer, channel: SimulatedChannel, externalId: string): boolean {
  switch (channel.kind) {
    case "whatsapp": {
      const { userId } = onWhatsapp(customer);
      return onWhatsapp({ ...customer, hidesNumber: false }).waId === externalId || userId === externalId;
    }
    case "messenger":
    case "instagram":
      return onMessaging(channel.accountId, customer) === externalId;
    case "telegram":
      return String(onTelegram(customer)) === externalId;
    case "custom":
    case "webchat":
      return customer.id === externalId;
  }
}
