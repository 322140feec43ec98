import type { Draft } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { personOf } from "../conversations/person.ts";

/**
 * The signed-in person's own drafts in a conversation, at most one per mode. An empty draft means that its text was sent; the next
 * save replaces its version.
 * @throws AppError NOT_FOUND
 */
export const listDrafts = verb({ may: "USE_CONVS" }, async (ctx, input: { convId: string }): Promise<Draft[]> => {
  const { agentId } = personOf(ctx);
  const { id: convId } = await convForActor(ctx, input.convId);
  return ctx.db.draft.findMany({ where: { workspaceId: ctx.workspaceId, agentId, convId }, orderBy: { mode: "asc" } });
});
