import type { ClientProfile, Identity } from "../channels/inbound.ts";
import { may, can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Client, ClientIdentity } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { readPhone, parsePhone } from "../phone.ts";
import { insertClient } from "./create-client.ts";
import { currentClient } from "./current-client.ts";
import { maskExternalId, maskPhone } from "./mask-client.ts";
import { dropToldNames, takeToldName } from "./told-names.ts";
import { emit } from "../events/emit.ts";

/** The sender of a message, as their channel identifies them. */
export type Sender = {
  /** phone, bsuid, group, telegram, page:…, page:…:comments, instagram:… (the same), custom:…, webchat:… (`Channel.identityScope`). */
  scope: string;
  externalId: string;
  /** All identities of the sender, most reliable first, if there are several. */
  aliases?: Identity[] | undefined;
  /** Used for matching only in the scope phone. A new contact stores it in every scope. */
  phone?: string | null;
  profile: ClientProfile;
};

type Resolved = {
  client: Client;
  created: boolean;
  /** The identity that holds a referral not yet attached to a message (`useReferral`). null: none. */
  cameBackAs: Identity | null;
  /** Found only by a name that the provider has replaced: the call came late. */
  isLate: boolean;
};

/** The scope of senders who are identified by their phone number. */
export const PHONE_SCOPE = "phone";
const CUSTOM_SCOPE = "custom:";

/**
 * The contact behind a sender: the one with this identity. In the phone scope, otherwise the one with this
 * number, or with it as externalClientId. In a custom scope, otherwise the one with this externalClientId and no identity in
 * another scope. Otherwise the one whom the provider named so when we wrote to them (told-names.ts). Otherwise a new one. Two different
 * senders are never merged by accident.
 *
 * New identities are added to the contact. An identity of another contact stays with that contact: a call never merges contacts.
 *
 * The caller must hold the lock on the sender's identities (`lockNames`). It emits NEW_CLIENT when `created`, because it knows the
 * channel.
 */
export async function resolveSender(tx: Ctx, sender: Sender): Promise<Resolved> {
  const names = namesOf(sender);
  let late: Client | null = null;
  for (const name of names) {
    const known = await findBearer(tx, name);
    if (!known) continue;
    const { client, hasReferral, isReplaced } = known;
    if (isReplaced) {
      late ??= client;
      continue;
    }
    if (sender.aliases) await link(tx, client, names);
    return { client, created: false, cameBackAs: hasReferral ? name : null, isLate: false };
  }
  // A late call may have further names of that time, like a number that somebody else has by now.
  if (late) return { client: late, created: false, cameBackAs: null, isLate: true };
  const unlinked = await findUnlinked(tx, sender);
  const told = unlinked ? null : await takeToldName(tx, names);
  const match = unlinked ?? told?.client ?? null;
  const client = match ?? (await insertSender(tx, sender));
  // The caller's lock prevents another transaction from linking this sender. The unique key is the fallback below.
  const broughtById = told?.broughtById ?? null;
  const linked = await link(tx, client, [{ scope: sender.scope, externalId: sender.externalId }], broughtById);
  if (linked > 0) {
    if (sender.aliases) await link(tx, client, sender.aliases, broughtById);
    return { client, created: match === null, cameBackAs: null, isLate: false };
  }
  if (!match) await tx.db.client.delete({ where: { workspaceId_id: { workspaceId: tx.workspaceId, id: client.id } } });
  const theirs = await findByIdentity(tx, sender);
  if (!theirs) throw new Error("an identity that could not be added is not there either");
  return { client: theirs, created: false, cameBackAs: null, isLate: false };
}

export function namesOf({ aliases = [], scope, externalId }: Pick<Sender, "aliases" | "scope" | "externalId">) {
  return [...aliases, { scope, externalId }];
}

/**
 * Locks identities until the transaction ends. Another transaction that wants to create a contact for one of them waits, and then finds
 * the contact. Parallel first messages of one person under two identities therefore create one contact, and so do a first message and a
 * notification to its number. All locks are taken at once, in one order, so that two transactions do not deadlock.
 */
export async function lockNames(tx: Ctx, names: readonly Identity[]): Promise<void> {
  const keys = names.map((name) => nameKey(tx.workspaceId, name));
  await tx.db.$executeRaw`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) as key order by 1
    ) hashes`;
}

/** The advisory lock of an identity is `hashtextextended` of this key. A number has the same key with and without its plus sign. */
export function nameKey(workspaceId: number, { scope, externalId }: Identity): string {
  const id = scope === PHONE_SCOPE ? externalId.replace(/\D/g, "") : externalId;
  return `${workspaceId}|name|${scope}|${id}`;
}

/** The contact with this identity in the first scope that has one. null: no contact has it yet. */
export async function clientOfName(ctx: Ctx, scopes: readonly string[], externalId: string): Promise<Client | null> {
  for (const scope of scopes) {
    const client = await findByIdentity(ctx, { scope, externalId });
    if (client) return client;
  }
  return null;
}

async function link(
  tx: Ctx,
  client: Client,
  names: readonly Identity[],
  broughtById: string | null = null,
): Promise<number> {
  if (names.length === 0) return 0;
  const { workspaceId } = tx;
  const { count } = await tx.db.clientIdentity.createMany({
    data: names.map(({ scope, externalId }) => ({ workspaceId, scope, externalId, clientId: client.id, broughtById })),
    skipDuplicates: true,
  });
  if (count > 0) await dropToldNames(tx, names);
  return count;
}

export async function findByIdentity(tx: Ctx, name: Identity): Promise<Client | null> {
  return (await findBearer(tx, name))?.client ?? null;
}

/**
 * The contact of an identity, whether the identity has a referral that no message has used yet, and whether it was replaced. One
 * statement.
 */
export async function findBearer(tx: Ctx, { scope, externalId }: Identity) {
  const [row] = await tx.db.$queryRaw<(Client & { hasReferral: boolean; isReplaced: boolean })[]>`
    select c.*, coalesce(not (i.referral ->> 'isUsed')::boolean, false) as "hasReferral", i."replacedAt" is not null as "isReplaced"
    from "ClientIdentity" i join "Client" c on c."workspaceId" = i."workspaceId" and c.id = i."clientId"
    where i."workspaceId" = ${tx.workspaceId} and i.scope = ${scope} and i."externalId" = ${externalId}`;
  if (!row) return null;
  const { hasReferral, isReplaced, ...client } = row;
  return { client, hasReferral, isReplaced };
}

/** A contact that a person or an import created before the sender first wrote. */
async function findUnlinked(tx: Ctx, { scope, externalId, phone }: Sender): Promise<Client | null> {
  const { workspaceId } = tx;
  if (scope === PHONE_SCOPE) {
    const number = readPhone(phone ?? externalId);
    const e164 = "reason" in number ? null : number.e164;
    return findByPhone(tx, e164, [externalId, ...(e164 ? [e164, e164.slice(1)] : [])]);
  }
  if (!scope.startsWith(CUSTOM_SCOPE)) return null;
  const nobodyElsewhere = { none: { scope: { not: scope } } };
  const match = await tx.db.client.findFirst({
    where: {
      workspaceId,
      externalClientId: externalId,
      identities: nobodyElsewhere,
      // The identities that a merged contact had before the merge.
      broughtIdentities: nobodyElsewhere,
    },
  });
  return match && currentClient(tx, match);
}

/** The details to store for a sender without a contact. */
export function detailsOf({ phone, profile }: Pick<Sender, "phone" | "profile">) {
  const text = phone ?? profile.phone;
  const number = text ? readPhone(text, profile.country) : null;
  const known = number && !("reason" in number) ? number : null;
  return {
    name: profile.name || null,
    surname: profile.surname || null,
    phone: known?.e164 ?? null,
    email: profile.email || null,
    address: profile.address || null,
    city: profile.city || null,
    code: profile.code || null,
    country: profile.country || known?.country || null,
    avatarUrl: profile.avatarUrl || null,
  };
}

async function insertSender(tx: Ctx, sender: Sender): Promise<Client> {
  const { scope, externalId } = sender;
  const data = detailsOf(sender);
  // Another scope's sender may have the same id; the scope then makes it unique. The random suffix is the last resort: it keeps a message
  // from being lost if someone gave another contact exactly that id.
  for (const externalClientId of [externalId, `${scope}:${externalId}`, `${scope}:${externalId}:${newId()}`]) {
    const client = await insertClient(tx, { ...data, externalClientId });
    if (client) return client;
  }
  throw new Error("no externalClientId is free");
}

/** In these scopes, a business's own systems and sites may use a phone number or an email address as id. */
const OWN_SCOPE = /^(custom|webchat):/;

/** A contact's id on a channel, as the actor may see it. */
export function shownExternalId(ctx: Ctx, { scope, externalId }: Pick<ClientIdentity, "scope" | "externalId">): string {
  if (may(ctx, "MANAGE_CLIENTS")) return externalId;
  if (scope === PHONE_SCOPE) return maskPhone(`+${externalId.replace("+", "")}`);
  return OWN_SCOPE.test(scope) ? maskExternalId(externalId) : externalId;
}

/**
 * The contact of a phone number, created by people, an import or another channel: found by number, or by one of `ids` as
 * externalClientId. Of several matches, prefers one that is not archived, then one with the number as its id, then the oldest. For a
 * merged contact, returns the contact that it was merged into.
 * @param e164 null when the number cannot be read; then only the ids count.
 */
export async function findByPhone(tx: Ctx, e164: string | null, ids: string[]): Promise<Client | null> {
  const matches = await tx.db.client.findMany({
    where: {
      workspaceId: tx.workspaceId,
      // A playground contact with a test number is not the person who owns that number.
      isPlayground: false,
      OR: [{ externalClientId: { in: ids } }, ...(e164 ? [{ phone: e164 }] : [])],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 20,
  });
  const found = await Promise.all(
    matches.map(async (match) => ({
      client: await currentClient(tx, match),
      hasId: ids.includes(match.externalClientId ?? ""),
    })),
  );
  const active = found.filter(({ client }) => client.deletedAt === null);
  const pool = active.length > 0 ? active : found;
  return (pool.find(({ hasId }) => hasId) ?? pool[0])?.client ?? null;
}

/**
 * The contact of a phone number, by the rule of the phone scope: by identity, then by number or
 * externalClientId. Otherwise creates one with the number as its externalClientId, without NEW_CLIENT: that event is for contacts who
 * write first. Two calls at once create one contact, and so do a call and a first message from the number.
 *
 * Always requires MANAGE_CLIENTS, even if the contact exists: a caller who sees numbers masked must not find them out by trial.
 * @throws AppError FORBIDDEN_ROLE, BAD_INPUT (`phone`)
 */
export async function clientOfPhone(tx: Ctx, text: string): Promise<Client> {
  can(tx, "MANAGE_CLIENTS");
  const { e164, country } = parsePhone("phone", text);
  const known = await findContact(tx, e164);
  if (known) return known;
  await lockNames(tx, [{ scope: PHONE_SCOPE, externalId: e164 }]);
  const meanwhile = await findContact(tx, e164);
  if (meanwhile) return meanwhile;
  const created = await insertClient(tx, { externalClientId: e164, phone: e164, country });
  if (created) {
    await emit(tx, { name: "CLIENT_CHANGED", clientId: created.id });
    return created;
  }
  const theirs = await findContact(tx, e164);
  if (!theirs) throw new Error("an externalClientId that is taken belongs to nobody");
  return theirs;
}

async function findContact(tx: Ctx, e164: string): Promise<Client | null> {
  const { workspaceId } = tx;
  const ids = [e164, e164.slice(1)];
  const known = await tx.db.client.findFirst({
    where: { workspaceId, identities: { some: { workspaceId, scope: PHONE_SCOPE, externalId: { in: ids } } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const found = known ?? (await findByPhone(tx, e164, ids));
  return found && currentClient(tx, found);
}
