import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import type { Ephemeral, OwnNews, Presence, Typing } from "../events/ephemeral.ts";
import { isOfVisibleConv } from "./visible-event.ts";

/** News that is not kept, as an agent's browser hears it: the name of the line and what is on it. */
type Told =
  /** An assistant is named, the client is whose conversation it is. */
  | { event: "typing"; data: { convId: string; isTyping: boolean; assistant?: string } }
  | { event: "presence"; data: Pick<Presence, "convId" | "agentId" | "name" | "state"> }
  | { event: "own"; data: Pick<OwnNews, "what" | "convId"> };

/**
 * What the actor hears of news that is not kept; null: nothing. That the client, the assistant or a colleague is at a conversation is
 * told to those who may see it (`convsVisibleTo`), what is an agent's own to that agent alone.
 */
export function visibleEphemeral(ctx: Ctx, news: Ephemeral): Told | null {
  const agentId = actorAgentId(ctx.actor);
  switch (news.kind) {
    case "typing":
      return news.from !== "agent" && seesPlaceOf(ctx, news) ? { event: "typing", data: typingOf(news) } : null;
    case "presence": {
      if (news.agentId === agentId || !seesPlaceOf(ctx, news)) return null;
      const { convId, name, state } = news;
      return { event: "presence", data: { convId, agentId: news.agentId, name, state } };
    }
    case "own":
      return news.agentId === agentId ? { event: "own", data: { what: news.what, convId: news.convId } } : null;
  }
}

function seesPlaceOf(ctx: Ctx, news: Typing | Presence): boolean {
  return news.isPlayground ? may(ctx, "MANAGE_WORKSPACE") : isOfVisibleConv(ctx, news.assigneeId);
}

function typingOf({ convId, isTyping, from, name }: Typing): { convId: string; isTyping: boolean; assistant?: string } {
  return from === "assistant" ? { convId, isTyping, assistant: name ?? "" } : { convId, isTyping };
}
