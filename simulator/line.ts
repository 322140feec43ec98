import type { Delivery } from "./deliveries.ts";
import type { Customer, PhoneMessage } from "./talk.ts";

/**
 * The outcome of a call from the customer's side to the product. `error` is null if the product accepted it. `again` means that
 * the call may be retried.
 */
export type Outcome = { error: string | null; again: boolean; messageId: string | null; conversationId: string | null };

/** An action of a customer on a bubble, or a receipt from their phone. */
export type Act =
  | { kind: "react"; emoji: string | null }
  | { kind: "edit"; content: string }
  | { kind: "delete" }
  | { kind: "delivered" | "read" };

/** The customer's side of one channel. It calls the product in its provider's format. */
export type Line = {
  /** The receipts that the provider reports for the business's messages. */
  receipts: readonly ("delivered" | "read")[];
  newId: (customer: Customer) => string;
  write: (customer: Customer, message: PhoneMessage, quoted: PhoneMessage | null) => Promise<Outcome>;
  act: (customer: Customer, message: PhoneMessage, act: Act) => Promise<Outcome>;
  /** Tells the names that the business's own app has for these customers. */
  nameContacts?: (customers: readonly Customer[]) => Promise<void>;
};

export const TAKEN: Outcome = { error: null, again: false, messageId: null, conversationId: null };

export function failed(error: string, again = false): Outcome {
  return { error, again, messageId: null, conversationId: null };
}

/** The outcome of a provider's call. */
export function outcomeOf({ state, statuses, url }: Delivery): Outcome {
  if (state === "taken") return TAKEN;
  if (state === "lost") return failed("The provider lost it, as asked");
  return failed(statuses.at(-1) ? `The product answered ${statuses.at(-1)}` : `The product does not answer at ${url}`);
}

/** Parses the JSON of structured content. The input is not trusted. */
export function structured(content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** The customer's choice: contract type `interactive`, `{reply: {id, title}}`. */
export function choiceOf(content: string): { id: string; title: string } {
  const reply = structured(content).reply;
  const { id, title } = typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>) : {};
  return { id: typeof id === "string" ? id : "", title: typeof title === "string" ? title : "" };
}

/** The first card of contract type `contacts`. */
export function cardOf(content: string): { name: string; phone: string } {
  try {
    const [card] = JSON.parse(content) as { name?: string; phones?: string[] }[];
    return { name: card?.name ?? "Somebody", phone: card?.phones?.[0] ?? "" };
  } catch {
    return { name: "Somebody", phone: "" };
  }
}
