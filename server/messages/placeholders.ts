import type { Client } from "../generated/prisma/client.ts";
import { fullName } from "../conversations/display-name.ts";

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

/** Those that some roles see masked (mask-client.ts). */
const MASKED: ReadonlySet<string> = new Set(["email", "phone", "address"] satisfies (keyof typeof FIELDS)[]);

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
  return withTexts(components, (text) => fillText(text, client));
}

/** A template's components with every string value changed, however deep. Names of members are not touched. */
export function withTexts(components: unknown, change: (text: string) => string): unknown {
  if (typeof components === "string") return change(components);
  if (Array.isArray(components)) return components.map((item) => withTexts(item, change));
  if (typeof components !== "object" || components === null) return components;
  return Object.fromEntries(Object.entries(components).map(([name, value]) => [name, withTexts(value, change)]));
}

/** Every string value of a template's components, however deep. */
export function* textsIn(components: unknown): Generator<string> {
  if (typeof components === "string") yield components;
  else if (typeof components === "object" && components !== null)
    for (const part of Object.values(components)) yield* textsIn(part);
}

/** The names of a template's placeholders, each once; `isKnown`: a field of the contact, which is filled. */
export function placeholdersIn(components: unknown): { name: string; isKnown: boolean }[] {
  return [...new Set(namesIn(components))].map((name) => ({ name, isKnown: Object.hasOwn(FIELDS, name) }));
}

/** Whether a template's placeholders name something that some roles see masked. */
export function namesContactDetails(components: unknown): boolean {
  return namesIn(components).some((name) => MASKED.has(name));
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
