import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import type { Ephemeral, OwnNews, Presence, Typing } from "../events/ephemeral.ts";
import { isOfVisibleConv } from "./visible-event.ts";

/** An event that is not stored, as an agent's browser receives it: its name and data. */
type Told =
  /** `assistant` is the assistant's name. Without it, the conversation's contact is typing. */
  | { event: "typing"; data: { convId: string; isTyping: boolean; assistant?: string } }
  | { event: "presence"; data: Pick<Presence, "convId" | "agentId" | "name" | "state"> }
  | { event: "own"; data: Pick<OwnNews, "what" | "convId"> };

/**
 * What the actor receives of an event that is not stored. null: nothing. Typing and presence of the contact, the assistant or a colleague
 * go to agents who may see the conversation (`convsVisibleTo`). An agent's own changes go to that agent only.
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
