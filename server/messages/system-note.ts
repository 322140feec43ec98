import { actorAgentId, actorId, type Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { inEnglish, type Said } from "../say.ts";
import { writeMessage } from "./write-messages.ts";

/**
 * Adds a line to the thread about what was done to the conversation. It is a note of type system. It is never sent, and subscribers
 * get no event of it, because they get the event of the change itself.
 * @param said a sentence without the actor, whom the UI shows as the line's sender.
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
