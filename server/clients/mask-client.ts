import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { readPhone } from "../phone.ts";

/** A phone number as the role AGENT sees it: country code and the last two digits, the same length for all: `+1•••••••23`. */
export function maskPhone(phone: string): string {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${code}•••••••${phone.slice(-2)}`;
}

/** An e-mail address as the role AGENT sees it: `a•••@x.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${at < 1 ? "" : email.slice(at)}`;
}

/** Whether the outside id of a contact is itself a phone number, as it is on phone-number channels. */
export function isPhoneNumber(externalClientId: string): boolean {
  return /^\+?\d{8,15}$/.test(externalClientId) && !("reason" in readPhone(externalClientId));
}

/** The contact as the actor may see it: phone and e-mail whole only with MANAGE_CLIENTS (decisions section 2). */
export function maskClient<C extends Pick<Client, "phone" | "email" | "externalClientId">>(ctx: Ctx, client: C): C {
  if (may(ctx, "MANAGE_CLIENTS")) return client;
  const { phone, email, externalClientId } = client;
  return {
    ...client,
    phone: phone === null ? null : maskPhone(phone),
    email: email === null ? null : maskEmail(email),
    externalClientId:
      externalClientId !== null && isPhoneNumber(externalClientId)
        ? maskPhone(`+${externalClientId.replace("+", "")}`)
        : externalClientId,
  };
}
