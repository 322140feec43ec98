import { channelOf } from "../channels/registry.ts";
import { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import type { Ctx } from "../ctx.ts";
import type { VisitorClaims } from "./visitor-token.ts";

/** A visitor of a web chat, as their session says. */
export type Visitor = VisitorClaims & { ctx: Ctx; integration: Integration };

/** The contact behind a visitor who has written, or was written to. */
export type VisitorContact = {
  clientId: string;
  /** The name is written down as proven. */
  isProven: boolean;
  /** Theirs from the start, and not somebody's with whom an agent merged them. */
  isOwn: boolean;
};

/** Whose names the visitors of a chat are. */
export function scopeOf(integration: Integration): string {
  return channelOf("WEBCHAT").identityScope(integration);
}

/**
 * Who the visitor is among the contacts; null before their first message. Every read of a visitor's goes through here: they see
 * what was said with this contact on this channel.
 *
 * Once somebody has proven to be a contact, a session from before the proof opens nothing any more: it may lie in the browser of
 * a computer that others use.
 * @throws AppError UNAUTHENTICATED for such a session.
 */
export async function contactOf({ ctx, integration, visitorId, provenBy }: Visitor): Promise<VisitorContact | null> {
  const scope = scopeOf(integration);
  const [row] = await ctx.db.$queryRaw<(VisitorContact & { isOthers: boolean })[]>`
    select i."clientId", i."verifiedAt" is not null as "isProven", i."broughtById" is null as "isOwn",
      exists (select 1 from "ClientIdentity" p where p."workspaceId" = i."workspaceId" and p."clientId" = i."clientId"
        and p.scope = i.scope and p."verifiedAt" is not null) as "isOthers"
    from "ClientIdentity" i
    where i."workspaceId" = ${ctx.workspaceId} and i.scope = ${scope} and i."externalId" = ${visitorId}`;
  if (!row) return null;
  const { isOthers, ...contact } = row;
  if (provenBy === null && isOthers) throw new AppError("UNAUTHENTICATED", say("clients.chat.sessionEnded"));
  return contact;
}
