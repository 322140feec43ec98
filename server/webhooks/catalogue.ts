import { z } from "zod";
import { PAYLOADS, type WebhookEventName } from "../events/payloads.ts";
import { sampleEvent } from "./sample-event.ts";

export type CatalogueField = { name: string; type: string; isOptional: boolean; says: string };
export type CatalogueEvent = { name: WebhookEventName; says: string; fields: CatalogueField[]; example: object };

type JsonSchema = {
  description?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Every event that a webhook can choose: its description, its fields in the order they are sent, and an example. */
export function webhookCatalogue(): CatalogueEvent[] {
  return (Object.keys(PAYLOADS) as WebhookEventName[]).map((name) => {
    const schema = z.toJSONSchema(PAYLOADS[name]) as JsonSchema;
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, of]) => ({
      ...{ name: field, type: typeOf(of), isOptional: !required.has(field), says: of.description ?? "" },
    }));
    const { debug: _, ...example } = sampleEvent(name, 1, new Date("2026-01-01T12:00:00Z")).payload;
    return { name, says: schema.description ?? "", fields, example };
  });
}

function typeOf({ type, format, const: only, enum: values, items, anyOf }: JsonSchema): string {
  if (anyOf) return anyOf.map(typeOf).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (items) return `${typeOf(items)}[]`;
  const name = [type ?? "any"].flat().join(" | ");
  return format ? `${name} (${format})` : name;
}
