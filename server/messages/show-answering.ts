import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { announceEphemeral } from "../events/ephemeral.ts";
import type { Conversation, Integration } from "../generated/prisma/client.ts";
import { AGAIN_MS, showTypingAtProvider } from "../sending/tell-typing.ts";

/** Answers that take less than this, in milliseconds, show no indicator. */
const NOT_SHOWN_MS = 300;

type Place = { conv: Conversation; integration: Pick<Integration, "type"> };

/**
 * Shows that an assistant is preparing its answer, to the team and, if the channel supports it, to the contact. It ends when the
 * returned function is called. Nothing is stored.
 */
export function showAnswering(ctx: Ctx, { conv, integration }: Place, name: string): () => void {
  const isShownByProvider = !conv.isPlayground && channelOf(integration.type).gestures.includes("typing");
  const notify = (isTyping: boolean) =>
    announceEphemeral({
      workspaceId: ctx.workspaceId,
      convId: conv.id,
      assigneeId: conv.assigneeId,
      kind: "typing",
      from: "assistant",
      name,
      isTyping,
      ...(conv.isPlayground ? { isPlayground: true } : {}),
    });
  let isShown = false;
  const show = () => {
    isShown = true;
    notify(true);
    if (isShownByProvider) showTypingAtProvider({ ...ctx, now: new Date() }, conv);
    timer = setTimeout(show, AGAIN_MS);
  };
  let timer = setTimeout(show, NOT_SHOWN_MS);
  return () => {
    clearTimeout(timer);
    if (isShown) notify(false);
  };
}
