import { channelOf } from "../channels/registry.ts";
import { PHONE_SCOPE } from "../clients/client-identities.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Broadcast, Integration } from "../generated/prisma/client.ts";

type Channel = Pick<Integration, "id" | "type" | "identifier">;

/**
 * Fixes whom a broadcast goes to, in one statement (decisions section 6): clients for whom every filter holds and who can be
 * reached on the channel; not those who are archived, nor the workspace's test numbers. Two contacts with one address there are
 * one person and get it once: whoever has written under it, else who came first.
 * @param error why nothing can be sent to any of them; null when they wait for their message.
 * @returns how many.
 */
export async function fixAudience(
  tx: Ctx,
  broadcast: Broadcast,
  integration: Channel,
  error: string | null,
): Promise<number> {
  const { workspaceId } = tx;
  return tx.db.$executeRaw`
    with reachable as (
      select c.id, c."createdAt", known.address is not null as "hasWritten", ${addressSql(integration)} as address
      from "Client" c
      left join lateral (
        select i."externalId" as address from "ClientIdentity" i
        where i."workspaceId" = c."workspaceId" and i."clientId" = c.id and i.scope = ${scopeOf(integration)}
        order by i."broughtById" is null desc, i."createdAt", i."externalId" limit 1
      ) known on true
      where c."workspaceId" = ${workspaceId} and c."deletedAt" is null ${filtersSql(broadcast)}
        and c.id not in (${testClientsSql(workspaceId)})
    )
    insert into "BroadcastRecipient" ("workspaceId", "broadcastId", "clientId", error)
    select distinct on (address) ${workspaceId}::int, ${broadcast.id}::uuid, id, ${error}::text
    from reachable where address <> ''
    order by address, "hasWritten" desc, "createdAt", id`;
}

function scopeOf(integration: Channel): string {
  return channelOf(integration.type).identityScope(integration);
}

/**
 * The client's id on the channel, null for none: the rule of inbox/client-address.ts as SQL, for a client under the alias `c` and
 * their identity there under `known`. A test holds the two against each other, for every channel with templates.
 */
function addressSql(integration: Channel): Prisma.Sql {
  const knownElsewhere = Prisma.sql`exists (
    select 1 from "ClientIdentity" e where e."workspaceId" = c."workspaceId" and e."clientId" = c.id and e.scope <> ${PHONE_SCOPE})`;
  if (scopeOf(integration) !== PHONE_SCOPE) {
    return Prisma.sql`coalesce(known.address, case when not ${knownElsewhere} then c."externalClientId" end)`;
  }
  const numberAsId = Prisma.sql`case when c."externalClientId" ~ '^[+]?[0-9]{8,15}$' and not ${knownElsewhere} then c."externalClientId" end`;
  // Providers write numbers without the +, we with it.
  return Prisma.sql`ltrim(coalesce(known.address, c.phone, ${numberAsId}), '+')`;
}

function filtersSql({ clientTags, clientStageId, country }: Broadcast): Prisma.Sql {
  const filters = [
    clientTags.length > 0 ? Prisma.sql`and c.tags @> ${clientTags}::text[]` : Prisma.empty,
    clientStageId !== null ? Prisma.sql`and c."stageId" = ${clientStageId}::uuid` : Prisma.empty,
    // A country that people gave by hand may be in small letters.
    country !== null ? Prisma.sql`and upper(c.country) = ${country}` : Prisma.empty,
  ];
  return Prisma.join(filters, " ");
}

/** Clients behind the test numbers, whether these are switched on or not: by number, by the id made of it, by identity. */
function testClientsSql(workspaceId: number): Prisma.Sql {
  return Prisma.sql`
    select t.id from "WorkspaceTestNumber" n
    join "Client" t on t."workspaceId" = n."workspaceId" and (t.phone = n.phone or t."externalClientId" in (n.phone, ltrim(n.phone, '+')))
    where n."workspaceId" = ${workspaceId}
    union all
    select i."clientId" from "WorkspaceTestNumber" n
    join "ClientIdentity" i on i."workspaceId" = n."workspaceId" and i.scope = ${PHONE_SCOPE}
      and i."externalId" in (n.phone, ltrim(n.phone, '+'))
    where n."workspaceId" = ${workspaceId}`;
}
