import { z } from "zod";
import type { InboundMedia, InboundMessage } from "../inbound.ts";
import { id, listOf, maybeId, maybeText } from "../meta/webhook.ts";
import { linesOfForm } from "./read-form.ts";

/** The content of a contact's message. `raw` is kept if the content is incomplete. */
export type Content = Pick<InboundMessage, "type" | "content" | "media" | "raw">;

const file = z.object({
  id: maybeId,
  mime_type: maybeText,
  filename: maybeText,
  caption: maybeText,
  voice: z.boolean().optional().catch(undefined),
});
const FILES: Record<string, { type: InboundMedia["type"]; words: string }> = {
  image: { type: "image", words: "Photo" },
  video: { type: "video", words: "Video" },
  audio: { type: "audio", words: "Audio" },
  document: { type: "document", words: "Document" },
  sticker: { type: "image", words: "Sticker" },
};

const place = z.object({ latitude: z.number(), longitude: z.number(), name: maybeText, address: maybeText });
const text = z.object({ body: z.string() });
const card = z.object({
  name: z
    .object({ formatted_name: maybeText, first_name: maybeText, last_name: maybeText })
    .optional()
    .catch(undefined),
  phones: z.unknown().optional(),
  emails: z.unknown().optional(),
});
const phone = z.object({ phone: maybeText, wa_id: maybeText });
const email = z.object({ email: z.string() });
const choice = z.object({ id, title: z.string() });
const interactive = z.looseObject({
  type: maybeText,
  button_reply: z.unknown().optional(),
  list_reply: z.unknown().optional(),
  nfm_reply: z.unknown().optional(),
});
const form = z.object({ body: z.string().catch("sent"), response_json: z.unknown().optional() });
const told = z.object({ text: z.string() });
const calls = z.object({ response: z.string() });
const button = z.object({ payload: maybeText, text: z.string() });
const order = z.object({ text: maybeText, product_items: z.unknown().optional() });
const item = z.object({
  product_retailer_id: id,
  quantity: z.coerce.number().positive().catch(1),
  item_price: z
    .union([z.number(), z.string().regex(/\d/)])
    .optional()
    .catch(undefined),
  currency: maybeText,
});
const aboutProduct = z.object({ context: z.object({ referred_product: z.object({ product_retailer_id: id }) }) });
const unsupported = z.object({ unsupported: z.object({ type: z.string() }) });

/** Kinds that WhatsApp names without handing them over. */
const NOT_HANDED_OVER: Record<string, string> = {
  gif: "GIF",
  group_invite: "Invitation to a group",
  hsm: "Template",
  keep_in_chat: "Message kept in the chat",
  link_preview: "Link preview",
  list: "List",
  media_placeholder: "File",
  pin: "Pinned message",
  poll_creation: "Poll",
  poll_update: "Answer to a poll",
  product: "Product",
};
const problem = z.object({
  code: z.number().nullish().catch(null),
  title: maybeText,
  message: maybeText,
  error_data: z.object({ details: maybeText }).optional().catch(undefined),
});

/**
 * Reads a message's content, which is under a key named after its type. Every message is shown: unknown kinds as words, with
 * `raw`.
 */
export function readContent(message: Record<string, unknown>): Content {
  const type = String(message.type);
  const body = message[type];
  return readKnown(type, body, message) ?? { type: "text", content: `[${unknownWords(message)}]`, raw: message };
}

function readKnown(type: string, body: unknown, message: Record<string, unknown>): Content | null {
  const kind = Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  if (kind) return readAs(file, body, (given) => fileContent(kind, given, message));
  switch (type) {
    case "text":
      return readAs(text, body, (said) => {
        const product = aboutProduct.safeParse(message).data?.context.referred_product.product_retailer_id;
        return product === undefined
          ? { type, content: said.body }
          : { type, content: `[Product ${product}]\n${said.body}`, raw: message };
      });
    case "location":
      return readAs(place, body, (where) => ({ type, content: JSON.stringify(where) }));
    case "contacts": {
      const cards = listOf(body, card);
      return cards.length === 0 ? null : { type, content: JSON.stringify(cards.map(contact)), raw: message };
    }
    case "interactive":
      return readAs(interactive, body, (given) => readInteractive(given, message));
    case "button":
      return readAs(button, body, ({ payload, text: title }) => chosen({ id: payload ?? title, title }));
    case "order":
      return readAs(order, body, ({ text: said, product_items }) => {
        const items = listOf(product_items, item);
        const lines = items.map(({ quantity, product_retailer_id: product, item_price: price, currency = "" }) =>
          `${quantity} × ${product}${price === undefined ? "" : ` at ${price} ${currency}`}`.trim(),
        );
        const isWhole = Array.isArray(product_items) && product_items.length === items.length;
        const content = [`[Order]${said ? ` ${said}` : ""}`, ...lines, ...(isWhole ? totalOf(items) : [])].join("\n");
        return { type: "text", content, raw: message };
      });
    default:
      return null;
  }
}

function readAs<T>(shape: z.ZodType<T>, value: unknown, write: (value: T) => Content | null): Content | null {
  const parsed = shape.safeParse(value);
  return parsed.success ? write(parsed.data) : null;
}

function fileContent(
  { type, words }: { type: InboundMedia["type"]; words: string },
  { id, mime_type, filename, caption, voice }: z.infer<typeof file>,
  message: Record<string, unknown>,
): Content {
  const shown = `[${voice ? "Voice message" : words}]`;
  const media = {
    type,
    id: id ?? null,
    // The link in newer messages needs the token too, so the id is used to get one when needed.
    url: null,
    mimeType: mime_type ?? null,
    fileName: filename ?? null,
    caption: caption ?? null,
  };
  return {
    type: "text",
    content: [shown, filename, caption].filter(Boolean).join(" "),
    raw: message,
    ...(id === undefined ? {} : { media }),
  };
}

function contact({ name, phones, emails }: z.infer<typeof card>): {
  name: string;
  phones: string[];
  emails?: string[];
} {
  const numbers = listOf(phones, phone).flatMap(({ phone: number, wa_id }) => number ?? (wa_id ? `+${wa_id}` : []));
  const addresses = listOf(emails, email).map((each) => each.email);
  const parts = [name?.first_name, name?.last_name].filter(Boolean).join(" ");
  return {
    name: name?.formatted_name || parts || numbers[0] || "",
    phones: numbers,
    ...(addresses.length > 0 ? { emails: addresses } : {}),
  };
}

function readInteractive(
  { type, button_reply, list_reply, nfm_reply, ...rest }: z.infer<typeof interactive>,
  message: Record<string, unknown>,
): Content | null {
  if (type === "nfm_reply") {
    return readAs(form, nfm_reply, ({ body, response_json }) => {
      const lines = linesOfForm(response_json);
      const content = lines.length > 0 ? ["[Form]", ...lines].join("\n") : `[Form] ${body}`;
      return { type: "text", content, raw: message };
    });
  }
  if (type === "call_permission_reply") {
    return readAs(calls, rest.call_permission_reply, ({ response }) => ({
      type: "text",
      content: response === "accept" ? "[Calls allowed]" : "[Calls declined]",
      raw: message,
    }));
  }
  return (
    readAs(choice, type === "list_reply" ? list_reply : button_reply, chosen) ??
    readAs(told, rest.body, ({ text: said }) => ({ type: "text", content: said, raw: message }))
  );
}

/** What an order costs, if every price is known and in the same currency. */
function totalOf(items: z.infer<typeof item>[]): string[] {
  const [first, ...others] = items;
  const currency = first?.currency;
  if (currency === undefined || others.some((each) => each.currency !== currency)) return [];
  const total = items.reduce((sum, { quantity, item_price }) => sum + quantity * Number(item_price), 0);
  return Number.isFinite(total) ? [`Total ${Math.round(total * 100) / 100} ${currency}`] : [];
}

function chosen(reply: { id: string; title: string }): Content {
  return { type: "interactive", content: JSON.stringify({ reply }) };
}

function unknownWords(message: Record<string, unknown>): string {
  const kind = unsupported.safeParse(message).data?.unsupported.type ?? "";
  if (Object.hasOwn(NOT_HANDED_OVER, kind)) return `${NOT_HANDED_OVER[kind]}, shown in WhatsApp only`;
  const [error] = readProblems(message.errors);
  const reason = error ? `: ${error.details}` : "";
  return `A WhatsApp message of a kind that cannot be shown${reason}`;
}

/** The errors of a message or status, each with its code and Meta's most detailed text. */
export function readProblems(errors: unknown): { code: number | null; details: string }[] {
  return listOf(errors, problem).map(({ code, title, message, error_data }) => ({
    code: code ?? null,
    details: error_data?.details || message || title || "WhatsApp gave no reason",
  }));
}
