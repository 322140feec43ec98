import { actorAgentId, actorId, type Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { inEnglish, type Said } from "../say.ts";
import { writeMessage } from "./write-messages.ts";

/**
 * A line in the thread about what was done to the conversation. It is a note of type system: never sent, and told to no
 * subscriber, who hears of the change itself.
 * @param said a sentence without the actor, whom the line's sender shows.
 */
export async function addSystemNote(
  ctx: Ctx,
  conv: { id: string; clientId: string; integrationId: string },
  said: Said,
): Promise<Message> {
  const message = {
    ...({ type: "note", noteType: "system", content: inEnglish(said), contentSaid: said } as const),
    ...({
      isAgent: true,
      status: "delivered",
      agentId: actorAgentId(ctx.actor),
      createdBy: actorId(ctx.actor),
    } as const),
  };
  return writeMessage(ctx, { conv, message, send: null, events: [] });
}
