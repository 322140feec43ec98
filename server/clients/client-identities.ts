import type { ClientProfile, Identity } from "../channels/channel.ts";
import { may, can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Client, ClientIdentity } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { readPhone, parsePhone } from "../phone.ts";
import { insertClient } from "./create-client.ts";
import { currentClient } from "./current-client.ts";
import { maskExternalId, maskPhone } from "./mask-client.ts";
import { emit } from "../events/emit.ts";

/** Who wrote, in the words of their channel. */
export type Sender = {
  /** phone, bsuid, telegram, page:…, instagram:…, custom:…, webchat:… (`Channel.identityScope`). */
  scope: string;
  externalId: string;
  /** All their names, the surest first, where there are more than that one. */
  aliases?: Identity[] | undefined;
  /** Matched only under the scope phone; kept on a new contact under any. */
  phone?: string | null;
  profile: ClientProfile;
};

type Resolved = {
  client: Client;
  created: boolean;
  /** The name with which it is kept by what they came back, for this message to tell (`useReferral`); null: nothing is. */
  cameBackAs: Identity | null;
};

/** Of senders who are known by their number. */
export const PHONE_SCOPE = "phone";
const CUSTOM_SCOPE = "custom:";

/**
 * The contact behind a sender (decisions section 3): the one with this identity; in the phone scope the one with this number,
 * or with it as externalClientId; in a custom scope the one with this externalClientId who is nobody in another scope; else a
 * new one. Two different senders are never merged by accident.
 *
 * Names that are new are added to the contact. One that is another contact's already stays theirs: nobody is merged by a call.
 *
 * The caller holds the sender's names (`lockNames`), and emits NEW_CLIENT when `created`: it knows the channel.
 */
export async function resolveSender(tx: Ctx, sender: Sender): Promise<Resolved> {
  const names = namesOf(sender);
  for (const name of names) {
    const known = await findBearer(tx, name);
    if (!known) continue;
    const { client, hasReferral } = known;
    if (sender.aliases) await link(tx, client, names);
    return { client, created: false, cameBackAs: hasReferral ? name : null };
  }
  const match = await findUnlinked(tx, sender);
  const client = match ?? (await insertSender(tx, sender));
  // Under the caller's lock nobody else links this sender; the key is the net below.
  const linked = await link(tx, client, [{ scope: sender.scope, externalId: sender.externalId }]);
  if (linked > 0) {
    if (sender.aliases) await link(tx, client, sender.aliases);
    return { client, created: match === null, cameBackAs: null };
  }
  if (!match) await tx.db.client.delete({ where: { workspaceId_id: { workspaceId: tx.workspaceId, id: client.id } } });
  const theirs = await findByIdentity(tx, sender);
  if (!theirs) throw new Error("an identity that could not be added is not there either");
  return { client: theirs, created: false, cameBackAs: null };
}

export function namesOf({ aliases = [], scope, externalId }: Pick<Sender, "aliases" | "scope" | "externalId">) {
  return [...aliases, { scope, externalId }];
}

/**
 * Holds names until the transaction ends: whoever looks one of them up to make a contact of it waits, and then finds it. Parallel
 * first messages of one person under two names make one contact, and so do a first message and a notification to its number. All
 * are taken at once, in one order, so that two who hold several never wait for each other.
 */
export async function lockNames(tx: Ctx, names: readonly Identity[]): Promise<void> {
  const keys = names.map((name) => nameKey(tx.workspaceId, name));
  await tx.db.$executeRaw`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) as key order by 1
    ) hashes`;
}

/** What a name is held by: `hashtextextended` of this, as an advisory lock. A number is the same with its plus and without. */
export function nameKey(workspaceId: number, { scope, externalId }: Identity): string {
  const id = scope === PHONE_SCOPE ? externalId.replace(/\D/g, "") : externalId;
  return `${workspaceId}|name|${scope}|${id}`;
}

/** Who has this name in one of the scopes, of several the first; null: nobody yet. */
export async function clientOfName(ctx: Ctx, scopes: readonly string[], externalId: string): Promise<Client | null> {
  for (const scope of scopes) {
    const client = await findByIdentity(ctx, { scope, externalId });
    if (client) return client;
  }
  return null;
}

async function link(tx: Ctx, client: Client, names: Identity[]): Promise<number> {
  const { workspaceId } = tx;
  const { count } = await tx.db.clientIdentity.createMany({
    data: names.map(({ scope, externalId }) => ({ workspaceId, scope, externalId, clientId: client.id })),
    skipDuplicates: true,
  });
  return count;
}

export async function findByIdentity(tx: Ctx, name: Identity): Promise<Client | null> {
  return (await findBearer(tx, name))?.client ?? null;
}

/** A name's contact, and whether by that name they came back by something that no message has told yet: one statement. */
async function findBearer(tx: Ctx, { scope, externalId }: Identity) {
  const [row] = await tx.db.$queryRaw<(Client & { hasReferral: boolean })[]>`
    select c.*, coalesce(not (i.referral ->> 'isUsed')::boolean, false) as "hasReferral"
    from "ClientIdentity" i join "Client" c on c."workspaceId" = i."workspaceId" and c.id = i."clientId"
    where i."workspaceId" = ${tx.workspaceId} and i.scope = ${scope} and i."externalId" = ${externalId}`;
  if (!row) return null;
  const { hasReferral, ...client } = row;
  return { client, hasReferral };
}

/** A contact that people or an import made before the sender first wrote. */
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
      // What a merged contact was known by before it was merged.
      broughtIdentities: nobodyElsewhere,
    },
  });
  return match && currentClient(tx, match);
}

/** What is kept of a sender whom nobody knows yet. */
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
  // The id may be taken by another scope's sender; then the scope makes it one of a kind. The last resort keeps a message
  // from being lost to a contact whom somebody gave exactly that id.
  for (const externalClientId of [externalId, `${scope}:${externalId}`, `${scope}:${externalId}:${newId()}`]) {
    const client = await insertClient(tx, { ...data, externalClientId });
    if (client) return client;
  }
  throw new Error("no externalClientId is free");
}

/** A business's own systems and sites may name people by a phone number or an e-mail address. */
const OWN_SCOPE = /^(custom|webchat):/;

/** The name under which a contact is known on a channel, as the actor may see it. */
export function shownExternalId(ctx: Ctx, { scope, externalId }: Pick<ClientIdentity, "scope" | "externalId">): string {
  if (may(ctx, "MANAGE_CLIENTS")) return externalId;
  if (scope === PHONE_SCOPE) return maskPhone(`+${externalId.replace("+", "")}`);
  return OWN_SCOPE.test(scope) ? maskExternalId(externalId) : externalId;
}

/**
 * The contact of a phone number whom people, an import or another channel made: by their number, or with one of `ids` as their
 * externalClientId. Of several: who is not archived, has it as their id, came first. A merged one stands for who it is now.
 * @param e164 null when the number cannot be read; then only the ids count.
 */
export async function findByPhone(tx: Ctx, e164: string | null, ids: string[]): Promise<Client | null> {
  const matches = await tx.db.client.findMany({
    where: {
      workspaceId: tx.workspaceId,
      // Whoever plays a number in the playground is not the person whose number it is.
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
 * The contact of a phone number, by the rule of the phone scope (decisions section 3): by identity, then by number or
 * externalClientId; else a new one with the number as its externalClientId. No NEW_CLIENT: that event is for contacts who came by
 * themselves. Two calls at once make one contact, and so do a call and a first message from the number.
 *
 * Only with MANAGE_CLIENTS, also for a contact who is there: whoever sees numbers masked must not find them out by trying.
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
