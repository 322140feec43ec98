import type { Identity } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma, type Client } from "../generated/prisma/client.ts";
import { mendedJson } from "../text-rules.ts";
import { currentClient } from "./current-client.ts";

// A contact whom we wrote to by number may answer under an id that hides it. The provider names both when it reports on our message. Such
// a name finds the contact, but is no identity of theirs yet: everybody who gets a broadcast would have one, and a contact with an identity
// on one channel is looked for differently on the others.

/** What a provider says of the contact whom one of our messages went to. */
export type Told = { messageId: string; names: readonly Identity[] };

/**
 * Keeps the names that are not yet an identity of a contact. The last report counts, because numbers change hands and
 * are corrected. An archived contact gets none: it may have been erased.
 */
export async function keepToldNames(ctx: Ctx, integrationId: string, told: readonly Told[]): Promise<void> {
  const given = told.flatMap(({ messageId, names }) => names.map((name) => ({ messageId, ...name })));
  if (given.length === 0) return;
  const numbered = given.map((each, index) => ({ no: index + 1, ...each }));
  await ctx.db.$executeRaw`
    insert into "ToldName" ("workspaceId", scope, "externalId", "clientId")
    select distinct on (t.scope, t."externalId") m."workspaceId", t.scope, t."externalId", m."clientId"
    from json_to_recordset(${mendedJson(numbered)}::json) as t(no int, "messageId" uuid, scope text, "externalId" text)
    join "Message" m on m."workspaceId" = ${ctx.workspaceId} and m.id = t."messageId" and m.type <> 'note'
      and m."integrationId" = ${integrationId}::uuid and m."isAgent"
    join "Client" c on c."workspaceId" = m."workspaceId" and c.id = m."clientId" and c."deletedAt" is null
    where ${Prisma.raw(fewRows("t.no"))} and not exists (
      select from "ClientIdentity" i where i."workspaceId" = m."workspaceId" and i.scope = t.scope and i."externalId" = t."externalId")
    order by t.scope, t."externalId", t.no desc
    on conflict ("workspaceId", scope, "externalId") do update set "clientId" = excluded."clientId"
      -- One who was merged into the other stays named, for when that is undone.
      where "ToldName"."clientId" <> excluded."clientId" and not exists (
        select from "Client" s where s."workspaceId" = "ToldName"."workspaceId" and s.id = "ToldName"."clientId"
          and s."mergedIntoId" = excluded."clientId")`;
}

/**
 * The contact whom a provider named by one of these, and the one that was merged into them, if it was told of that one. The caller has
 * locked the names, found that they are no contact's identity, and makes them this contact's.
 */
export async function takeToldName(
  tx: Ctx,
  names: readonly Identity[],
): Promise<{ client: Client; broughtById: string | null } | null> {
  for (const { scope, externalId } of names) {
    const where = { workspaceId_scope_externalId: { workspaceId: tx.workspaceId, scope, externalId } };
    const told = await tx.db.toldName.findUnique({ where, include: { client: true } });
    if (!told) continue;
    const client = await currentClient(tx, told.client);
    return { client, broughtById: client.id === told.clientId ? null : told.clientId };
  }
  return null;
}

/** For names that have become somebody's identity. */
export async function dropToldNames(tx: Ctx, names: readonly Identity[]): Promise<void> {
  const { workspaceId } = tx;
  const OR = names.map(({ scope, externalId }) => ({ scope, externalId }));
  await tx.db.toldName.deleteMany({ where: { workspaceId, OR } });
}

/** The provider replaced a name by others before the contact wrote under it. */
export async function renameToldName(tx: Ctx, from: Identity, to: readonly Identity[]): Promise<void> {
  const { workspaceId } = tx;
  const where = { workspaceId_scope_externalId: { workspaceId, ...from } };
  const told = await tx.db.toldName.findUnique({ where });
  if (!told) return;
  await tx.db.toldName.delete({ where });
  const known = await tx.db.clientIdentity.findMany({
    where: { workspaceId, OR: to.map(({ scope, externalId }) => ({ scope, externalId })) },
  });
  const free = to.filter((name) =>
    known.every(({ scope, externalId }) => scope !== name.scope || externalId !== name.externalId),
  );
  const data = free.map(({ scope, externalId }) => ({ workspaceId, scope, externalId, clientId: told.clientId }));
  await tx.db.toldName.createMany({ data, skipDuplicates: true });
}
