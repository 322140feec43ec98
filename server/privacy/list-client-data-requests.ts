import { can } from "../auth/permissions.ts";
import { clientForActor } from "../clients/access.ts";
import type { Ctx } from "../ctx.ts";
import type { ClientDataRequest } from "../generated/prisma/client.ts";

const MOST = 20;

/** The exports and erasures of a contact, newest first, the latest 20. @throws AppError NOT_FOUND */
export async function listClientDataRequests(ctx: Ctx, input: { clientId: string }): Promise<ClientDataRequest[]> {
  can(ctx, "MANAGE_WORKSPACE");
  const { id: clientId } = await clientForActor(ctx, input.clientId);
  return ctx.db.clientDataRequest.findMany({
    where: { workspaceId: ctx.workspaceId, clientId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
}
