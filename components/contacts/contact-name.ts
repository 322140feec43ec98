import type { Contact } from "./documents.ts";

/** Full name, else what there is to call them by; empty when there is nothing. */
export function contactName({
  name,
  surname,
  phone,
  email,
  externalClientId,
}: Pick<Contact, "name" | "surname" | "phone" | "email" | "externalClientId">): string {
  return [name, surname].filter(Boolean).join(" ") || phone || email || externalClientId || "";
}
