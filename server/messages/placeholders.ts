import type { Client } from "../generated/prisma/client.ts";
import { fullName } from "../conversations/display-name.ts";

/** The contact's fields that a template may use (contract.md, Messaging). */
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

/** The fields that some roles see masked (mask-client.ts). */
const MASKED: ReadonlySet<string> = new Set(["email", "phone", "address"] satisfies (keyof typeof FIELDS)[]);

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

export type PlaceholderClient = Pick<
  Client,
  "name" | "surname" | "email" | "phone" | "address" | "code" | "city" | "country"
>;

/**
 * Fills `{{fieldName}}` from the contact in every string value of a template's components, at any depth. A missing value becomes an
 * empty text. A placeholder that is not in the list stays as it is. Object keys are not changed.
 */
export function fillPlaceholders(components: unknown, client: PlaceholderClient): unknown {
  return withTexts(components, (text) => fillText(text, client));
}

/** Changes every string value of a template's components, at any depth. Object keys are not changed. */
export function withTexts(components: unknown, change: (text: string) => string): unknown {
  if (typeof components === "string") return change(components);
  if (Array.isArray(components)) return components.map((item) => withTexts(item, change));
  if (typeof components !== "object" || components === null) return components;
  return Object.fromEntries(Object.entries(components).map(([name, value]) => [name, withTexts(value, change)]));
}

/** Every string value of a template's components, at any depth. */
export function* textsIn(components: unknown): Generator<string> {
  if (typeof components === "string") yield components;
  else if (typeof components === "object" && components !== null)
    for (const part of Object.values(components)) yield* textsIn(part);
}

/** The names of a template's placeholders, without duplicates; `isKnown`: the name is a field of the contact and is filled. */
export function placeholdersIn(components: unknown): { name: string; isKnown: boolean }[] {
  return [...new Set(namesIn(components))].map((name) => ({ name, isKnown: Object.hasOwn(FIELDS, name) }));
}

/** Whether a template uses a field that some roles see masked. */
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
