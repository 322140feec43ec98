import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { GraphRefusal } from "./graph-errors.ts";
import { templateRefusal, type GraphTemplate } from "./graph-templates.ts";

const link = z.url({ protocol: /^https?$/ });
const payload = z.string().min(1).max(1_000);
const title = z.string().min(1).max(20);
const file = z.strictObject({ url: link, is_reusable: z.boolean().optional() });
const button = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("postback"), title, payload }),
  z.strictObject({ type: z.literal("web_url"), title, url: link }),
]);
const attachment = z.union([
  z.strictObject({ type: z.enum(["image", "audio", "video", "file"]), payload: file }),
  z.strictObject({
    type: z.literal("template"),
    payload: z.strictObject({
      template_type: z.literal("button"),
      text: z.string().min(1).max(640),
      buttons: z.array(button).min(1).max(3),
    }),
  }),
]);
const quickReply = z.strictObject({ content_type: z.literal("text"), title, payload });

const person = z.strictObject({ id: z.string().regex(/^\d+$/) });
const fileHeader = z.looseObject({ type: z.literal("HEADER"), format: z.enum(["IMAGE", "VIDEO", "DOCUMENT"]) });
/** A page's template, which is sent at any time. */
const utility = z.strictObject({
  recipient: person,
  messaging_type: z.literal("UTILITY"),
  message: z.strictObject({
    template: z.strictObject({
      name: z.string().regex(/^[a-z0-9_]+$/),
      language: z.strictObject({ code: z.string().min(2) }),
      components: z.array(z.looseObject({ type: z.enum(["header", "body", "button", "buttons"]) })).optional(),
    }),
    metadata: z.string().max(1_000).optional(),
  }),
});

/** Bodies of the Send API. Instagram limits a text's bytes, Messenger its characters. */
function shapes(isInstagram: boolean) {
  const text = isInstagram
    ? z
        .string()
        .min(1)
        .refine((said) => Buffer.byteLength(said) <= 1_000, "at most 1000 bytes")
    : z.string().min(1).max(2_000);
  const message = z
    .strictObject({
      text: text.optional(),
      attachment: attachment.optional(),
      quick_replies: z.array(quickReply).min(1).max(13).optional(),
      ...(isInstagram ? {} : { metadata: z.string().max(1_000).optional() }),
    })
    .refine((given) => (given.text === undefined) !== (given.attachment === undefined), "text or attachment");
  const recipient = person;
  const commenter = z.strictObject({ comment_id: z.string().min(1) });
  return z.union([
    z.strictObject({ recipient: commenter, messaging_type: z.literal("RESPONSE"), message }),
    z.strictObject({
      recipient,
      messaging_type: z.enum(["RESPONSE", "UPDATE"]),
      message,
      reply_to: z.strictObject({ mid: z.string().min(1) }).optional(),
    }),
    ...(isInstagram ? [] : [utility]),
    z.strictObject({ recipient, messaging_type: z.literal("MESSAGE_TAG"), tag: z.literal("HUMAN_AGENT"), message }),
    z.strictObject({ recipient, sender_action: z.enum(["typing_on", "typing_off", "mark_seen"]) }),
    z.strictObject({
      recipient,
      sender_action: z.enum(["react", "unreact"]),
      payload: z.strictObject({ message_id: z.string().min(1), reaction: z.string().min(1).optional() }),
    }),
  ]);
}

const BODIES = { page: shapes(false), instagram: shapes(true) };

/** The Send API's response to a body: ids, or a refusal. A sender action gets no message id. A private answer names no recipient. */
export function takeMessaging(
  object: keyof typeof BODIES,
  given: unknown,
  templates: readonly GraphTemplate[] = [],
): { recipientId: string; messageId: string | null; isUtility: boolean } | { refusal: GraphRefusal } {
  const parsed = BODIES[object].safeParse(given);
  if (!parsed.success)
    return { refusal: { status: 400, code: 100, message: `(#100) ${z.prettifyError(parsed.error)}` } };
  const body = parsed.data;
  const recipientId = "id" in body.recipient ? body.recipient.id : "";
  const utilityBody = utility.safeParse(body).data;
  const refusal = utilityBody ? templateRefusal(utilityBody.message.template, templates.map(withoutFile)) : null;
  if (refusal) return { refusal };
  const messageId = "message" in body ? newMid(object) : null;
  return { recipientId, messageId, isUtility: utilityBody !== undefined };
}

/** The file of a page's header is fixed when the template is made. */
function withoutFile({ components = [], ...template }: GraphTemplate): GraphTemplate {
  const isFile = (part: unknown) => fileHeader.safeParse(part).success;
  return { ...template, components: components.filter((part) => !isFile(part)) };
}

export function newMid(object: keyof typeof BODIES): string {
  // Instagram's ids are long base64 strings.
  return object === "page" ? `m_${randomBytes(24).toString("base64url")}` : randomBytes(120).toString("base64");
}
