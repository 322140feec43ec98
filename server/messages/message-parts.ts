import { z } from "zod";
import { may } from "../auth/permissions.ts";
import { maskInText } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { withTexts } from "./placeholders.ts";

/** The replied-to message, for a provider id that is unknown here. */
const replyContext = z.object({ content: z.string().nullish(), type: z.string().nullish() });
export type ReplyContext = { content: string | null; type: string | null };

/** Message.replyContext: what the provider said about a replied-to message that is not stored here. */
export function replyContextOf({ replyToMessageId, replyContext: stored }: Message): ReplyContext | null {
  const known = replyToMessageId === null ? replyContext.safeParse(stored).data : undefined;
  return known ? { content: known.content ?? null, type: known.type ?? null } : null;
}

/**
 * Whether a message has no content that can be shown. Adapters then store its kind in square brackets as the content, and the
 * provider's element in `raw`. An order or a form also has text of its own.
 */
export function isUnsupported({ type, content, raw }: Pick<Message, "type" | "content" | "raw">): boolean {
  return raw !== null && type === "text" && /^\[[^\]]*\]$/.test(content);
}

/**
 * Message.template: what was sent. Roles that see contact details masked get the components that were filled for them
 * (`templateMessage`). If there are none, because a caller wrote details out or the message is older, the contact's current
 * details are masked.
 */
export async function templateOf(ctx: Ctx, { template, clientId }: Pick<Message, "template" | "clientId">) {
  if (typeof template !== "object" || template === null || Array.isArray(template)) return template;
  const { masked, ...sent } = template;
  if (may(ctx, "MANAGE_CLIENTS")) return sent;
  if (masked !== undefined) return { ...sent, components: masked };
  const client = await inboxLoaders(ctx).wholeClient.load(clientId);
  return client ? { ...sent, components: withTexts(sent.components, (text) => maskInText(text, client)) } : sent;
}

/** Message.raw: the provider's element as JSON text, for actors with MANAGE_WORKSPACE only. */
export function rawOf(ctx: Ctx, { raw, removedAt }: Message): string | null {
  return raw !== null && removedAt === null && may(ctx, "MANAGE_WORKSPACE") ? JSON.stringify(raw, null, 2) : null;
}
