import { actorAgentId, actorId, type Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { inEnglish, type Said } from "../say.ts";
import { appendMessage } from "./append-message.ts";

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
  const note = await appendMessage(ctx, conv, {
    type: "note",
    noteType: "system",
    content: inEnglish(said),
    contentSaid: said,
    isAgent: true,
    status: "delivered",
    agentId: actorAgentId(ctx.actor),
    createdBy: actorId(ctx.actor),
  });
  if (!note) throw new Error("a note without an external id cannot be a repetition");
  return note;
}
