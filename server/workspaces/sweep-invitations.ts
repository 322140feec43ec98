import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/**
 * Queues invitations again, of all workspaces, that wait for their mail and have lost their job, or whose job has used up its
 * retries while the mail server was away; returns how many.
 */
export function sweepInvitations(): Promise<number> {
  return enqueueLost(
    "mail-invitation",
    Prisma.sql`
      select i."workspaceId", i.id as "invitationId" from "Invitation" i
      join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
      where i."mailState" = 'waiting' and i."acceptedAt" is null and i."revokedAt" is null and i."expiresAt" > now()`,
  );
}
