import type { Ctx } from "../ctx.ts";
import { newId } from "../new-id.ts";
import { ensureTags } from "../tags/tag-values.ts";
import { PHONE_SCOPE } from "./client-identities.ts";
import type { ImportRow } from "./check-import.ts";

/** A row as the statements below expect it. */
type Given = ImportRow & { id: string; externalClientId: string };

/**
 * Creates or updates the contacts of some rows, in a few statements. No two rows may name the same contact. Like putClient, it does not
 * change what a row leaves out. A row without externalClientId belongs to the contact of its number (as in the phone scope: by identity,
 * number or id). If there is none, a new contact gets the number as its id. For a merged contact, the contact that it was merged into is
 * updated.
 */
export async function upsertContacts(tx: Ctx, rows: ImportRow[]): Promise<{ created: number; updated: number }> {
  await ensureTags(tx, "client", [...new Set(rows.flatMap(({ tags }) => tags ?? []))]);
  const given = rows.flatMap((row) =>
    row.externalClientId === null ? [] : [{ ...row, externalClientId: row.externalClientId, id: newId() }],
  );
  const merged = await findMerged(
    tx,
    given.map(({ externalClientId }) => externalClientId),
  );
  const created = await insertOrUpdate(
    tx,
    given.filter(({ externalClientId }) => !merged.has(externalClientId)),
  );
  const waves: Map<string, Given>[] = [];
  for (const row of given) {
    const id = merged.get(row.externalClientId);
    if (id !== undefined) addToWave(waves, { ...row, id });
  }

  const byNumber = rows.filter(({ externalClientId }) => externalClientId === null);
  const known = await findByNumbers(
    tx,
    byNumber.flatMap(({ phone }) => phone ?? []),
  );
  const strangers: Given[] = [];
  for (const row of byNumber) {
    const phone = row.phone ?? "";
    const id = known.get(phone);
    if (id === undefined) strangers.push({ ...row, externalClientId: phone, id: newId() });
    else addToWave(waves, { ...row, externalClientId: phone, id });
  }
  for (const wave of waves) await updateKnown(tx, [...wave.values()]);
  const added = await insertOrUpdate(tx, strangers);
  return { created: created + added, updated: rows.length - created - added };
}

/**
 * Two numbers may belong to one contact (its number and its id). A statement can update a row only once, so the second goes into the next
 * statement.
 */
function addToWave(waves: Map<string, Given>[], row: Given): void {
  const wave = waves.find((rows) => !rows.has(row.id));
  if (wave) wave.set(row.id, row);
  else waves.push(new Map([[row.id, row]]));
}

/** Upserts rows by externalClientId. Returns how many contacts are new. */
async function insertOrUpdate(tx: Ctx, rows: Given[]): Promise<number> {
  if (rows.length === 0) return 0;
  const [made] = await tx.db.$queryRaw<{ created: number }[]>`
    with made as (insert into "Client" as c ("workspaceId", id, "externalClientId", name, surname, phone, email, address, city, country,
      code, tags, "stageId", "defaultAgentId", "createdAt")
    select ${tx.workspaceId}, g.id, g."externalClientId", g.name, g.surname, g.phone, g.email, g.address, g.city, g.country,
      g.code, coalesce(g.tags, '{}'), g."stageId", g."defaultAgentId", ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, "externalClientId" text, name text, surname text,
      phone text, email text, address text, city text, country text, code text, tags text[], "stageId" uuid,
      "defaultAgentId" uuid)
    -- Two imports of the same contacts wait for each other instead of locking each other out.
    order by g."externalClientId"
    on conflict ("workspaceId", "externalClientId") do update set
      name = coalesce(excluded.name, c.name), surname = coalesce(excluded.surname, c.surname),
      phone = coalesce(excluded.phone, c.phone), email = coalesce(excluded.email, c.email),
      address = coalesce(excluded.address, c.address), city = coalesce(excluded.city, c.city),
      country = coalesce(excluded.country, c.country), code = coalesce(excluded.code, c.code),
      tags = case when excluded.tags = '{}' then c.tags else excluded.tags end,
      "stageId" = coalesce(excluded."stageId", c."stageId"),
      "defaultAgentId" = coalesce(excluded."defaultAgentId", c."defaultAgentId"), "patchedAt" = ${tx.now}
    returning c.xmax = 0 as "isNew")
    select count(*) filter (where "isNew")::int as created from made`;
  return made?.created ?? 0;
}

async function updateKnown(tx: Ctx, rows: Given[]): Promise<void> {
  await tx.db.$executeRaw`
    update "Client" c set
      name = coalesce(g.name, c.name), surname = coalesce(g.surname, c.surname), phone = coalesce(g.phone, c.phone),
      email = coalesce(g.email, c.email), address = coalesce(g.address, c.address), city = coalesce(g.city, c.city),
      country = coalesce(g.country, c.country), code = coalesce(g.code, c.code), tags = coalesce(g.tags, c.tags),
      "stageId" = coalesce(g."stageId", c."stageId"),
      "defaultAgentId" = coalesce(g."defaultAgentId", c."defaultAgentId"), "patchedAt" = ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, name text, surname text, phone text, email text,
      address text, city text, country text, code text, tags text[], "stageId" uuid, "defaultAgentId" uuid)
    where c."workspaceId" = ${tx.workspaceId} and c.id = g.id`;
}

/** The merged contacts among these externalClientIds, with the id of the contact that each was merged into. */
async function findMerged(tx: Ctx, externalClientIds: string[]): Promise<Map<string, string>> {
  const found = await tx.db.client.findMany({
    where: { workspaceId: tx.workspaceId, externalClientId: { in: externalClientIds }, mergedIntoId: { not: null } },
    select: { externalClientId: true, mergedIntoId: true },
  });
  return new Map(found.map(({ externalClientId, mergedIntoId }) => [externalClientId ?? "", mergedIntoId ?? ""]));
}

/**
 * The contacts of phone numbers, chosen as in findByPhone: by identity first, then not archived, then with the number as id, then the
 * oldest.
 */
async function findByNumbers(tx: Ctx, phones: string[]): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map();
  const found = await tx.db.$queryRaw<{ phone: string; id: string }[]>`
    with g as (select phone, substr(phone, 2) as digits from unnest(${phones}::text[]) as phone),
    matches as (
      select g.phone, i."clientId" as id, true as "isIdentity" from g join "ClientIdentity" i
        on i."workspaceId" = ${tx.workspaceId} and i.scope = ${PHONE_SCOPE} and i."externalId" = g.phone
      union all
      select g.phone, i."clientId", true from g join "ClientIdentity" i
        on i."workspaceId" = ${tx.workspaceId} and i.scope = ${PHONE_SCOPE} and i."externalId" = g.digits
      union all
      select g.phone, c.id, false from g join "Client" c
        on c."workspaceId" = ${tx.workspaceId} and c.phone = g.phone and not c."isPlayground"
      union all
      select g.phone, c.id, false from g join "Client" c
        on c."workspaceId" = ${tx.workspaceId} and c."externalClientId" = g.phone
      union all
      select g.phone, c.id, false from g join "Client" c
        on c."workspaceId" = ${tx.workspaceId} and c."externalClientId" = g.digits)
    select distinct on (m.phone) m.phone, c.id from matches m
    join "Client" named on named."workspaceId" = ${tx.workspaceId} and named.id = m.id
    join "Client" c on c."workspaceId" = ${tx.workspaceId} and c.id = coalesce(named."mergedIntoId", named.id)
    order by m.phone, m."isIdentity" desc, c."deletedAt" is null desc,
      coalesce(named."externalClientId" in (m.phone, substr(m.phone, 2)), false) desc, named."createdAt", named.id`;
  return new Map(found.map(({ phone, id }) => [phone, id]));
}
