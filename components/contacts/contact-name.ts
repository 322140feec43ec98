import type { Contact } from "./documents.ts";

/** Full name, otherwise the best available identifier. Empty: none. */
export function contactName({
  name,
  surname,
  phone,
  email,
  externalClientId,
}: Pick<Contact, "name" | "surname" | "phone" | "email" | "externalClientId">): string {
  return [name, surname].filter(Boolean).join(" ") || phone || email || externalClientId || "";
}
