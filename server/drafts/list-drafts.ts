import type { Draft } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { personOf } from "../conversations/person.ts";

/**
 * What the signed-in person has written in a conversation and not sent: one of each mode at most. Nobody else's is ever shown. An
 * empty one stands for what was sent: the next save takes its version's place.
 * @throws AppError NOT_FOUND
 */
export const listDrafts = verb({ may: "USE_CONVS" }, async (ctx, input: { convId: string }): Promise<Draft[]> => {
  const { agentId } = personOf(ctx);
  const { id: convId } = await convForActor(ctx, input.convId);
  return ctx.db.draft.findMany({ where: { workspaceId: ctx.workspaceId, agentId, convId }, orderBy: { mode: "asc" } });
});
