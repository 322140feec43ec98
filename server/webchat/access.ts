import { channelOf } from "../channels/registry.ts";
import { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import type { Ctx } from "../ctx.ts";
import type { VisitorClaims } from "./visitor-token.ts";

/** A visitor of a web chat, identified by their session. */
export type Visitor = VisitorClaims & { ctx: Ctx; integration: Integration };

/** The contact of a visitor who has written or received a message. */
export type VisitorContact = {
  clientId: string;
  /** The identity is recorded as proven. */
  isProven: boolean;
  /** The contact was created for this visitor, and is not another contact that an agent merged with them. */
  isOwn: boolean;
};

/** The identity scope of a chat's visitors. */
export function scopeOf(integration: Integration): string {
  return channelOf("WEBCHAT").identityScope(integration);
}

/**
 * The visitor's contact; null before their first message. Every read for a visitor uses this function: they see the messages
 * with this contact on this channel.
 *
 * Once a visitor has proven to be a contact, older sessions without proof become invalid, because they may be in the browser of
 * a shared computer.
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
