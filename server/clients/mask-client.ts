import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { readPhone } from "../phone.ts";

/** The fields of a contact that the role AGENT sees masked. */
type ContactDetails = Pick<Client, "phone" | "email" | "address" | "externalClientId">;

/** A phone number as the role AGENT sees it: country code and last two digits, with the same length for all numbers: `+1•••••••23`. */
export function maskPhone(phone: string): string {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${code}•••••••${phone.slice(-2)}`;
}

/** An email address as the role AGENT sees it: `a•••@x.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${at < 1 ? "" : email.slice(at)}`;
}

/** The external id as a phone number in E.164. null: it is not a phone number. Separators are allowed only after + or 00. */
export function phoneOfId(externalId: string): string | null {
  const international = externalId.replace(/^00/, "+");
  if (!/^(?:\+[\d\s().\-/]+|\d{8,15})$/.test(international)) return null;
  const phone = readPhone(international);
  return "reason" in phone ? null : phone.e164;
}

/**
 * An external id (of a contact or a thread) as the role AGENT sees it: masked if it is an email address or a phone number, also after a
 * scope (`custom:<channel>:+48600100200`).
 */
export function maskExternalId(externalId: string): string {
  const start = externalId.lastIndexOf(":") + 1;
  const [scope, name] = [externalId.slice(0, start), externalId.slice(start)];
  if (/[^\s@]@[^\s@]/.test(name)) return scope + maskEmail(name);
  const phone = phoneOfId(name);
  return phone === null ? externalId : scope + maskPhone(phone);
}

/** Whether an external id is itself a phone number or an email address. */
export function isContactDetail(externalId: string): boolean {
  return maskExternalId(externalId) !== externalId;
}

/** The contact as the role AGENT sees it, regardless of the viewer. */
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

/** Minimum length in characters. Shorter details occur in too many texts by accident. */
const SHORTEST_FOUND = 6;

/** A text with the contact's details masked, as the role AGENT sees them. */
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

/** The contact as the actor may see it: contact details are unmasked only with MANAGE_CLIENTS. */
export function maskClient<C extends Partial<ContactDetails>>(ctx: Ctx, client: C): C {
  return may(ctx, "MANAGE_CLIENTS") ? client : maskedClient(client);
}
