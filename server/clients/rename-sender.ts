import type { Identity } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { readPhone } from "../phone.ts";
import { findBearer, findByIdentity, lockNames, PHONE_SCOPE } from "./client-identities.ts";
import { currentClient } from "./current-client.ts";
import { dropToldNames, renameToldName } from "./told-names.ts";

/** The contact whose identities changed, the new identity that replaced the old one, and the contacts that already have the others. */
type Renamed = { client: Client; replacedBy: Identity | null; taken: Client[] };

/**
 * Gives a contact the identities that their provider reports from now on. The first of the same scope replaces the old one, so that
 * messages go there; an old id, other than a number, stays as a further name. If the old number was the contact's phone number, that changes too. An identity of another contact stays with
 * that contact: a call never merges contacts. Safe to repeat.
 * @returns null when no contact has the old identity, or when it was replaced before.
 */
export async function renameSender(tx: Ctx, from: Identity, to: readonly Identity[]): Promise<Renamed | null> {
  const { workspaceId } = tx;
  await lockNames(tx, [from, ...to]);
  const known = await findBearer(tx, from);
  if (!known) await renameToldName(tx, from, to);
  if (!known || known.isReplaced) return null;
  const { client } = known;
  const taken: Client[] = [];
  const successor = to.find(({ scope, externalId }) => scope === from.scope && externalId !== from.externalId);
  let replacedBy: Identity | null = null;
  for (const name of to) {
    if (name.scope === from.scope && name.externalId === from.externalId) continue;
    const owner = await findByIdentity(tx, name);
    if (owner && owner.id !== client.id) {
      taken.push(owner);
      continue;
    }
    if (name === successor) {
      replacedBy = name;
      await replace(tx, from, name, owner !== null);
    } else if (!owner) await tx.db.clientIdentity.create({ data: { workspaceId, ...name, clientId: client.id } });
  }
  await dropToldNames(tx, to);
  if (replacedBy?.scope === PHONE_SCOPE) await changeNumber(tx, client, from, replacedBy);
  return { client, replacedBy, taken };
}

/**
 * A number may be given to somebody else, so its row gets the new one. An id never is, and late calls still use it: it stays, marked as
 * replaced.
 * @param isKnown the contact has the new name already.
 */
async function replace(tx: Ctx, from: Identity, successor: Identity, isKnown: boolean): Promise<void> {
  const { workspaceId } = tx;
  const where = { workspaceId_scope_externalId: { workspaceId, ...from } };
  if (from.scope === PHONE_SCOPE) {
    if (isKnown) await tx.db.clientIdentity.delete({ where });
    else await tx.db.clientIdentity.update({ where, data: { externalId: successor.externalId } });
    return;
  }
  const { clientId, broughtById, createdAt, marketing } = await tx.db.clientIdentity.update({
    where,
    data: { replacedAt: tx.now },
  });
  // The successor takes the place: the mark of a merge, stopped marketing, and the age, because messages go to the oldest of a scope. It
  // may have been replaced itself before.
  const stops = marketing === null ? {} : { marketing };
  const data = { clientId, broughtById, createdAt, ...stops, replacedAt: null };
  await tx.db.clientIdentity.upsert({
    where: { workspaceId_scope_externalId: { workspaceId, ...successor } },
    create: { workspaceId, ...successor, ...data },
    update: data,
  });
}

async function changeNumber(tx: Ctx, client: Client, from: Identity, to: Identity): Promise<void> {
  const phone = numberOf(to);
  if (client.phone === null || client.phone !== numberOf(from) || phone === null) return;
  await tx.db.client.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: client.id } },
    data: { phone },
  });
  await emit(tx, { name: "CLIENT_CHANGED", clientId: client.id });
}

function numberOf({ externalId }: Identity): string | null {
  const number = readPhone(`+${externalId.replace(/\D/g, "")}`);
  return "reason" in number ? null : number.e164;
}

/**
 * Adds an identity that a provider reports for a contact. Refuses one that another contact has or is reached at: a provider's report must
 * not merge contacts or redirect their messages.
 * @returns whether the contact has it now.
 */
export async function addAlias(tx: Ctx, contactId: string, { scope, externalId }: Identity): Promise<boolean> {
  const { workspaceId } = tx;
  const contact = await tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: contactId } } });
  const { id: clientId } = await currentClient(tx, contact);
  const digits = externalId.replace(/^\+/, "");
  const names = scope === PHONE_SCOPE ? [`+${digits}`, digits] : [externalId];
  const known = await tx.db.clientIdentity.findFirst({
    where: { workspaceId, scope, externalId: { in: names } },
    select: { clientId: true },
  });
  if (known) return known.clientId === clientId;
  if (scope === PHONE_SCOPE) {
    const another = await tx.db.client.findFirst({
      where: {
        workspaceId,
        id: { not: clientId },
        mergedIntoId: null,
        isPlayground: false,
        OR: [{ phone: `+${digits}` }, { externalClientId: { in: names } }],
      },
      select: { id: true },
    });
    if (another) return false;
  }
  await tx.db.clientIdentity.createMany({ data: { workspaceId, scope, externalId, clientId }, skipDuplicates: true });
  await dropToldNames(tx, [{ scope, externalId }]);
  return true;
}
