import { z } from "zod";
import { VISITOR_TYPES } from "../webchat/post-visitor-message.ts";
import { visitorProfile } from "../webchat/visitor-token.ts";

/** Postgres stores no NUL; half characters are left by browsers that cut texts. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes("\0"), "may not contain the NUL character")
    .transform((value) => value.toWellFormed());

/** An address that somebody's browser told: one that is too long is cut, and read as none where it matters. */
const address = z
  .string()
  .transform((value) => value.slice(0, 4_000))
  .nullish()
  .transform((value) => value ?? undefined);
const page = z.object({ url: address, referrer: address }).nullish();

const given = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? undefined);

/** POST session. Keys that we do not know are left alone, here and below. */
export const sessionBody = z.object({
  token: given(8_000),
  identifier: given(1_000),
  identifierHash: given(200),
  userJwt: given(8_000),
  profile: visitorProfile.nullish().transform((profile) => profile ?? {}),
  page,
});

/** POST to the channel's incoming address. */
export const messageBody = z.object({
  clientMessageId: z.uuid("must be a UUID").transform((id) => id.toLowerCase()),
  type: z.enum(VISITOR_TYPES),
  content: text(20_000),
  caption: given(4_096),
  replyToId: z
    .uuid()
    .nullish()
    .transform((id) => id ?? undefined),
  page: page.transform((value) => value ?? undefined),
});

export const uploadBody = z.object({
  contentType: text(200),
  name: given(200),
  sizeBytes: z.int().positive(),
});

export const typingBody = z.object({ isTyping: z.boolean() });

export const readBody = z.object({ upToId: z.uuid() });

export const messagesQuery = z.object({
  before: z.string().max(200).optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
