import { clientForActor } from "../clients/access.ts";
import { verb } from "../verb.ts";

const MOST = 20;

/** The exports and erasures of a contact, newest first, the latest 20. */
export const listClientDataRequests = verb({ may: "MANAGE_WORKSPACE" }, async (ctx, input: { clientId: string }) => {
  const { id: clientId } = await clientForActor(ctx, input.clientId);
  return ctx.db.clientDataRequest.findMany({
    where: { workspaceId: ctx.workspaceId, clientId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
});
