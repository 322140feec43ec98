import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/** Queues links again that wait for their mail and have lost their job; returns how many. */
export function recoverMailedLinks(): Promise<number> {
  return enqueueLost(
    "mail-link",
    Prisma.sql`
      select l.id as "linkId" from "MailedLink" l
      where l."mailedAt" is null and l."usedAt" is null and l."expiresAt" > now()`,
  );
}
