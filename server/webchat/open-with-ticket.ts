import { useOnce } from "../auth/use-once.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";
import { contactOf } from "./access.ts";
import { openAs, type Visitor } from "./open-webchat.ts";
import { readTicket } from "./visitor-token.ts";

/**
 * The visitor whom a ticket lets in, once, whichever process it is shown to.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openWithTicket(integrationId: string, ticket: string): Promise<Visitor> {
  let id = "";
  const visitor = await openAs(integrationId, async (now) => {
    const read = await readTicket(integrationId, ticket, now);
    id = read?.id ?? "";
    return read?.visitor ?? null;
  });
  await contactOf(visitor);
  if (!(await useOnce(visitor.ctx, `webchat-ticket:${visitor.integration.id}`, id))) {
    throw new AppError("UNAUTHENTICATED", say("clients.chat.ticketUsed"));
  }
  return visitor;
}
