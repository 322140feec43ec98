import { z } from "zod";
import { may } from "../auth/permissions.ts";
import { maskInText } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { withTexts } from "./placeholders.ts";

/** Of a message of ours that its provider named by no id we know. */
const replyContext = z.object({ content: z.string().nullish(), type: z.string().nullish() });
export type ReplyContext = { content: string | null; type: string | null };

/** Message.replyContext: what the provider said of a message that we do not have. */
export function replyContextOf({ replyToMessageId, replyContext: stored }: Message): ReplyContext | null {
  const known = replyToMessageId === null ? replyContext.safeParse(stored).data : undefined;
  return known ? { content: known.content ?? null, type: known.type ?? null } : null;
}

/**
 * Whether all that can be shown of a message is that there is one: adapters then put what it is between square brackets and keep
 * what came. An order or a form has words of its own beside it.
 */
export function isUnsupported({ type, content, raw }: Pick<Message, "type" | "content" | "raw">): boolean {
  return raw !== null && type === "text" && /^\[[^\]]*\]$/.test(content);
}

/**
 * Message.template: what was sent. Those who see contact details masked get the components that were filled for them
 * (`templateMessage`). Where there are none, because a caller wrote details out or the message is older than that, the contact's
 * details of today are masked.
 */
export async function templateOf(ctx: Ctx, { template, clientId }: Pick<Message, "template" | "clientId">) {
  if (typeof template !== "object" || template === null || Array.isArray(template)) return template;
  const { masked, ...sent } = template;
  if (may(ctx, "MANAGE_CLIENTS")) return sent;
  if (masked !== undefined) return { ...sent, components: masked };
  const client = await inboxLoaders(ctx).wholeClient.load(clientId);
  return client ? { ...sent, components: withTexts(sent.components, (text) => maskInText(text, client)) } : sent;
}

/** Message.raw: the provider's element as JSON text, for those who look after the workspace. */
export function rawOf(ctx: Ctx, { raw, removedAt }: Message): string | null {
  return raw !== null && removedAt === null && may(ctx, "MANAGE_WORKSPACE") ? JSON.stringify(raw, null, 2) : null;
}
