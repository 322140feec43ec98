import { z } from "zod";
import { listOf, maybeText } from "./webhook.ts";

const button = z.object({ title: z.string() });
const element = z.object({ title: maybeText, subtitle: maybeText, buttons: z.unknown().optional() });
const elements = z.object({ elements: z.unknown().optional() });
const card = z.object({
  text: maybeText,
  title: maybeText,
  elements: z.unknown().optional(),
  buttons: z.unknown().optional(),
  product: elements.optional().catch(undefined),
});

/**
 * What a template shows: its text, its elements with title and subtitle, its buttons. A product has its price in the subtitle.
 * @param payload of the attachment, unread.
 * @param title beside the payload, of templates that say nothing else.
 */
export function linesOfCard(payload: unknown, title: string | undefined): string[] {
  const given = card.safeParse(payload).data;
  const inside = [...listOf(given?.elements, element), ...listOf(given?.product?.elements, element)].flatMap((each) => [
    [each.title, each.subtitle].filter(Boolean).join(" – "),
    ...buttonsOf(each.buttons),
  ]);
  const words = given?.product ? "Product" : "Card";
  const first = given?.text ?? given?.title ?? title;
  return [
    `[${words}]${first ? ` ${first}` : ""}`,
    ...inside.filter((line) => line !== ""),
    ...buttonsOf(given?.buttons),
  ];
}

function buttonsOf(given: unknown): string[] {
  return listOf(given, button).map((each) => `▸ ${each.title}`);
}
