import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { readPhone } from "../phone.ts";

/** The fields of a contact that the role AGENT sees masked. */
type ContactDetails = Pick<Client, "phone" | "email" | "address" | "externalClientId">;

/** A phone number as the role AGENT sees it: country code and the last two digits, the same length for all: `+1•••••••23`. */
export function maskPhone(phone: string): string {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${code}•••••••${phone.slice(-2)}`;
}

/** An e-mail address as the role AGENT sees it: `a•••@x.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${at < 1 ? "" : email.slice(at)}`;
}

/** The phone number that an outside id is, in E.164; null where it is none. Spaces and the like count only after + or 00. */
export function phoneOfId(externalId: string): string | null {
  const international = externalId.replace(/^00/, "+");
  if (!/^(?:\+[\d\s().\-/]+|\d{8,15})$/.test(international)) return null;
  const phone = readPhone(international);
  return "reason" in phone ? null : phone.e164;
}

/**
 * An outside id (of a contact or of a thread) as the role AGENT sees it: masked where it is an e-mail address or a phone number,
 * also behind a scope (`custom:<channel>:+48600100200`).
 */
export function maskExternalId(externalId: string): string {
  const start = externalId.lastIndexOf(":") + 1;
  const [scope, name] = [externalId.slice(0, start), externalId.slice(start)];
  if (/[^\s@]@[^\s@]/.test(name)) return scope + maskEmail(name);
  const phone = phoneOfId(name);
  return phone === null ? externalId : scope + maskPhone(phone);
}

/** Whether an outside id is itself a phone number or an e-mail address. */
export function isContactDetail(externalId: string): boolean {
  return maskExternalId(externalId) !== externalId;
}

/** The contact as the role AGENT sees it, for every viewer. */
export function maskedClient<C extends Partial<ContactDetails>>(client: C): C {
  const { phone, email, address, externalClientId } = client;
  return {
    ...client,
    ...(phone ? { phone: maskPhone(phone) } : {}),
    ...(email ? { email: maskEmail(email) } : {}),
    ...(address ? { address: "•••" } : {}),
    ...(externalClientId ? { externalClientId: maskExternalId(externalClientId) } : {}),
  };
}

/** Shorter details stand in too many texts by accident. */
const SHORTEST_FOUND = 6;

/** A text with the contact's details in it masked, as the role AGENT sees them. */
export function maskInText(text: string, client: Partial<ContactDetails>): string {
  const masked = maskedClient(client);
  const pairs = [
    [client.phone, masked.phone],
    [client.phone?.slice(1), masked.phone],
    [client.email, masked.email],
    [client.address, masked.address],
    [client.externalClientId, masked.externalClientId],
  ] as const;
  return pairs.reduce(
    (shown, [whole, mask]) =>
      whole && mask && whole.length >= SHORTEST_FOUND ? shown.replaceAll(whole, () => mask) : shown,
    text,
  );
}

/** The contact as the actor may see it: contact details are whole only with MANAGE_CLIENTS (decisions section 2). */
export function maskClient<C extends Partial<ContactDetails>>(ctx: Ctx, client: C): C {
  return may(ctx, "MANAGE_CLIENTS") ? client : maskedClient(client);
}
