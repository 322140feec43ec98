import { randomBytes } from "node:crypto";
import { z } from "zod";
import { GRAPH_ERRORS, type GraphRefusal } from "./graph-errors.ts";
import { templateRefusal, type GraphTemplate } from "./graph-templates.ts";

const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
const text = (max: number) => z.string().min(1).max(max);
const link = z.url({ protocol: /^https?$/ });
const media = { link: link.optional(), id: z.string().optional() };
const captioned = z.strictObject({ ...media, caption: text(1_024).optional() });

const parameter = z.discriminatedUnion("type", [
  // An empty text gets a separate error.
  z.strictObject({ type: z.literal("text"), text: z.string().max(1_024), parameter_name: z.string().optional() }),
  z.strictObject({
    type: z.literal("currency"),
    currency: z.strictObject({ fallback_value: z.string(), code: z.string().length(3), amount_1000: z.int() }),
  }),
  z.strictObject({ type: z.literal("date_time"), date_time: z.looseObject({ fallback_value: z.string() }) }),
  z.strictObject({ type: z.literal("image"), image: captioned }),
  z.strictObject({ type: z.literal("video"), video: captioned }),
  z.strictObject({
    type: z.literal("document"),
    document: z.strictObject({ ...media, filename: z.string().optional() }),
  }),
  z.strictObject({
    type: z.literal("location"),
    location: z.strictObject({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: z.string(),
      address: z.string(),
    }),
  }),
  z.strictObject({ type: z.literal("payload"), payload: text(128) }),
  z.strictObject({ type: z.literal("coupon_code"), coupon_code: text(20) }),
  z.strictObject({ type: z.literal("action"), action: z.looseObject({}) }),
  z.strictObject({
    type: z.literal("limited_time_offer"),
    limited_time_offer: z.strictObject({ expiration_time_ms: z.int() }),
  }),
]);
const button = z.strictObject({
  type: z.literal("button"),
  sub_type: z.enum(["quick_reply", "url", "copy_code", "flow", "catalog", "mpm", "voice_call"]),
  index: z.union([z.string().regex(/^\d$/), z.int().min(0).max(9)]),
  parameters: z.array(parameter).min(1).optional(),
});
const header = z.strictObject({ type: z.literal("header"), parameters: z.array(parameter).length(1) });
const body = z.strictObject({ type: z.literal("body"), parameters: z.array(parameter) });
const component = z.discriminatedUnion("type", [
  header,
  body,
  button,
  z.strictObject({ type: z.literal("limited_time_offer"), parameters: z.array(parameter).length(1) }),
  z.strictObject({
    type: z.literal("carousel"),
    cards: z
      .array(
        z.strictObject({
          card_index: z.int().min(0).max(9),
          components: z.array(z.discriminatedUnion("type", [header, body, button])),
        }),
      )
      .min(1)
      .max(10),
  }),
]);

const reply = z.strictObject({ type: z.literal("reply"), reply: z.strictObject({ id: text(256), title: text(20) }) });
const row = z.strictObject({ id: text(200), title: text(24), description: text(72).optional() });
const frame = {
  header: z.strictObject({ type: z.literal("text"), text: text(60) }).optional(),
  body: z.strictObject({ text: text(1_024) }),
  footer: z.strictObject({ text: text(60) }).optional(),
};
const interactive = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("button"),
    ...frame,
    action: z.strictObject({ buttons: z.array(reply).min(1).max(3) }),
  }),
  z.strictObject({
    type: z.literal("list"),
    ...frame,
    action: z.strictObject({
      button: text(20),
      sections: z
        .array(z.strictObject({ title: text(24).optional(), rows: z.array(row).min(1).max(10) }))
        .min(1)
        .max(10)
        .refine(
          (sections) => sections.length === 1 || sections.every(({ title }) => title !== undefined),
          "sections need titles",
        )
        .refine((sections) => sections.flatMap(({ rows }) => rows).length <= 10, "at most 10 rows in all"),
    }),
  }),
]);
const card = z.strictObject({
  name: z.strictObject({
    formatted_name: text(1_024),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
  }),
  phones: z
    .array(z.strictObject({ phone: z.string().min(1), type: z.string().optional(), wa_id: z.string().optional() }))
    .optional(),
  emails: z.array(z.strictObject({ email: z.string().min(1), type: z.string().optional() })).optional(),
});

const common = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.enum(["individual", "group"]).optional(),
  to: z.string().min(1).optional(),
  recipient: z.string().regex(BSUID).optional(),
  context: z.strictObject({ message_id: z.string().startsWith("wamid.") }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};
const message = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...common,
      type: z.literal("text"),
      text: z.strictObject({ body: text(4_096), preview_url: z.boolean().optional() }),
    }),
    z.strictObject({ ...common, type: z.literal("image"), image: captioned }),
    z.strictObject({ ...common, type: z.literal("video"), video: captioned }),
    z.strictObject({
      ...common,
      type: z.literal("audio"),
      audio: z.strictObject({ ...media, voice: z.boolean().optional() }),
    }),
    z.strictObject({
      ...common,
      type: z.literal("document"),
      document: z.strictObject({ ...media, caption: text(1_024).optional(), filename: text(240).optional() }),
    }),
    z.strictObject({
      ...common,
      type: z.literal("location"),
      location: z.strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: z.string().optional(),
        address: z.string().optional(),
      }),
    }),
    z.strictObject({ ...common, type: z.literal("contacts"), contacts: z.array(card).min(1) }),
    z.strictObject({ ...common, type: z.literal("interactive"), interactive }),
    z.strictObject({
      ...common,
      type: z.literal("reaction"),
      reaction: z.strictObject({ message_id: z.string().startsWith("wamid."), emoji: z.string() }),
    }),
    z.strictObject({
      ...common,
      type: z.literal("template"),
      template: z.strictObject({
        name: z.string().regex(/^[a-z0-9_]+$/),
        language: z.strictObject({ code: z.string().min(2), policy: z.literal("deterministic").optional() }),
        components: z.array(component).optional(),
      }),
    }),
  ])
  .refine(({ to, recipient }) => to !== undefined || recipient !== undefined, "to or recipient")
  .refine(({ to = "", recipient_type }) => recipient_type === "group" || /^(\+?\d{7,15})?$/.test(to), "to: a number");
const gesture = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string().startsWith("wamid."),
  typing_indicator: z.strictObject({ type: z.literal("text") }).optional(),
});

export type SentWhatsapp = { wamid: string; phoneNumberId: string; body: z.infer<typeof message> };

/** Reads a body that was posted to a number's messages. Returns the message, nothing (for a gesture), or a refusal. */
export function takeWhatsapp(
  given: unknown,
  templates: readonly GraphTemplate[],
  hasOpenWindow: (customer: string) => boolean,
): { sent: z.infer<typeof message> } | { gesture: true } | { refusal: GraphRefusal } {
  if (gesture.safeParse(given).success) return { gesture: true };
  const parsed = message.safeParse(unfolded(given));
  if (!parsed.success) {
    return {
      refusal: { status: 400, code: 100, message: "(#100) Invalid parameter", details: z.prettifyError(parsed.error) },
    };
  }
  const sent = parsed.data;
  if (sent.type === "template") {
    const refusal = templateRefusal(sent.template, templates);
    return refusal ? { refusal } : { sent };
  }
  // If both are given, the number takes precedence over the id, as at Meta.
  if (!hasOpenWindow(sent.to?.replace(/^\+/, "") ?? sent.recipient ?? ""))
    return { refusal: GRAPH_ERRORS.windowClosed };
  return { sent };
}

/** Parses members that came as JSON text. The Graph API accepts those too. */
function unfolded(given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const isFolded = typeof value === "string" && /^[[{]/.test(value) && name !== "biz_opaque_callback_data";
      return [name, isFolded ? (JSON.parse(value) as unknown) : (value as unknown)];
    }),
  );
}

export function newWamid(): string {
  return `wamid.${randomBytes(24).toString("base64")}`;
}
