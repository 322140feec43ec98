import { z } from "zod";
import { variablesIn, type TemplateParts } from "./template-definition.ts";
import type { TemplateValues } from "./template-fields.ts";

const parameter = z.looseObject({ type: z.string(), text: z.string().optional().catch(undefined) });
const component = z.object({
  type: z.string().transform((word) => word.toLowerCase()),
  index: z.union([z.string(), z.number()]).optional(),
  parameters: z.array(parameter).catch([]),
  cards: z.array(z.object({ card_index: z.number().optional(), components: z.unknown() })).catch([]),
});
const file = z.record(z.string(), z.unknown()).catch({});
const offer = z.object({ expiration_time_ms: z.number() });

/**
 * Reads typed values from existing components: of a draft being edited, or of a sent message. The reverse of filledComponents.
 */
export function valuesOf(parts: TemplateParts, components: unknown): TemplateValues {
  return Object.fromEntries(readValues(parts, components, ""));
}

function readValues(parts: TemplateParts, components: unknown, prefix: string): [string, string][] {
  const given = Array.isArray(components)
    ? components.flatMap((each: unknown) => component.safeParse(each).data ?? [])
    : [];
  return given.flatMap((each): [string, string][] => {
    const [first] = each.parameters;
    switch (each.type) {
      case "header":
        return parts.header?.format === "TEXT"
          ? texts(variablesIn(parts.header.text), each.parameters, `${prefix}header.`)
          : Object.entries(file.parse(first?.[first.type])).map(([name, value]) => [
              `${prefix}header.${name}`,
              asText(value),
            ]);
      case "body":
        return texts(variablesIn(parts.body), each.parameters, `${prefix}body.`);
      case "button":
        return [[`${prefix}button.${each.index ?? 0}`, asText(first?.text ?? first?.coupon_code)]];
      case "limited_time_offer": {
        const timed = offer.safeParse(first?.limited_time_offer).data;
        return timed ? [[`${prefix}offer`, localMoment(new Date(timed.expiration_time_ms))]] : [];
      }
      case "carousel":
        return each.cards.flatMap(({ card_index, components: inner }, position) => {
          const index = card_index ?? position;
          const card = parts.cards[index];
          return card ? readValues(card, inner, `${prefix}card.${index}.`) : [];
        });
      default:
        return [];
    }
  });
}

function texts(names: string[], parameters: z.infer<typeof parameter>[], prefix: string): [string, string][] {
  return parameters.flatMap((each, index) => {
    const name = typeof each.parameter_name === "string" ? each.parameter_name : names[index];
    return name === undefined ? [] : [[prefix + name, each.text ?? ""] as [string, string]];
  });
}

function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A time in `datetime-local` format: the reader's time zone, to the minute. */
function localMoment(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
