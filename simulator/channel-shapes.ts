import { z } from "zod";

/** The shapes in which the demo's facts or the control API describe channels and customers. */

const named = { slug: z.string().regex(/^[\w-]+$/), name: z.string().min(1) };
const secret = z.string().min(8);

export const channelShape = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("custom"),
    ...named,
    integrationId: z.string(),
    validateToken: secret,
    accessToken: secret,
  }),
  z.object({
    kind: z.literal("whatsapp"),
    ...named,
    accessToken: secret,
    phoneNumberId: z.string(),
    wabaId: z.string(),
    appSecret: secret,
    displayPhoneNumber: z.string(),
    isNew: z.boolean().optional(),
  }),
  z.object({
    kind: z.enum(["messenger", "instagram"]),
    ...named,
    accessToken: secret,
    accountId: z.string(),
    appId: z.string(),
    appSecret: secret,
  }),
  z.object({ kind: z.literal("telegram"), ...named, accessToken: secret, username: z.string() }),
  z.object({ kind: z.literal("webchat"), ...named, address: z.url() }),
]);

export const customerShape = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string().default(""),
  phone: z.string().default(""),
  countryCode: z.string().default(""),
  hidesNumber: z.boolean().optional(),
});
