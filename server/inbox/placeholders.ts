import type { Client } from "../generated/prisma/client.ts";
import { fullName } from "./display-name.ts";

/** The contact's fields that a template may name (contract.md, Messaging). */
const FIELDS = {
  name: ({ name }) => name,
  surname: ({ surname }) => surname,
  fullName,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  address: ({ address }) => address,
  code: ({ code }) => code,
  city: ({ city }) => city,
  country: ({ country }) => country,
} as const satisfies Record<string, (client: PlaceholderClient) => string | null>;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

export type PlaceholderClient = Pick<
  Client,
  "name" | "surname" | "email" | "phone" | "address" | "code" | "city" | "country"
>;

/**
 * A template's components with `{{fieldName}}` in every string value, however deep, filled from the contact. A missing value
 * becomes an empty text; a placeholder that is no field of the list stays as it is. Names of members are not touched.
 */
export function fillPlaceholders(components: unknown, client: PlaceholderClient): unknown {
  if (typeof components === "string") return fillText(components, client);
  if (Array.isArray(components)) return components.map((item) => fillPlaceholders(item, client));
  if (typeof components !== "object" || components === null) return components;
  return Object.fromEntries(Object.entries(components).map(([name, value]) => [name, fillPlaceholders(value, client)]));
}

/** The names of a template's placeholders, each once; `isKnown`: a field of the contact, which is filled. */
export function placeholdersIn(components: unknown): { name: string; isKnown: boolean }[] {
  return [...new Set(namesIn(components))].map((name) => ({ name, isKnown: Object.hasOwn(FIELDS, name) }));
}

function namesIn(components: unknown): string[] {
  if (typeof components === "string") return [...components.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  if (typeof components !== "object" || components === null) return [];
  return Object.values(components).flatMap(namesIn);
}

function fillText(text: string, client: PlaceholderClient): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(FIELDS, name) ? (FIELDS[name as keyof typeof FIELDS](client) ?? "") : whole,
  );
}
