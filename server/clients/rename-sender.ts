import type { Identity } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { readPhone } from "../phone.ts";
import { findByIdentity, lockNames, PHONE_SCOPE } from "./client-identities.ts";
import { currentClient } from "./current-client.ts";

/** Whose names changed, the new one in place of the old, and of which contacts others are already. */
type Renamed = { client: Client; replacedBy: Identity | null; taken: Client[] };

/**
 * Gives a contact the names that their provider says they have from now on. The one of the same scope takes the old one's place,
 * so that what is sent goes there; a number that was the contact's is changed with it. A name that is another contact's stays
 * theirs: nobody is merged by a call. Safe to repeat.
 * @returns null when nobody here has the old name (any more).
 */
export async function renameSender(tx: Ctx, from: Identity, to: readonly Identity[]): Promise<Renamed | null> {
  const { workspaceId } = tx;
  await lockNames(tx, [from, ...to]);
  const client = await findByIdentity(tx, from);
  if (!client) return null;
  const taken: Client[] = [];
  let replacedBy: Identity | null = null;
  for (const name of to) {
    const owner = await findByIdentity(tx, name);
    if (owner && owner.id !== client.id) taken.push(owner);
    if (owner) continue;
    if (name.scope === from.scope && !replacedBy) {
      await tx.db.clientIdentity.updateMany({ where: { workspaceId, ...from }, data: { externalId: name.externalId } });
      replacedBy = name;
    } else await tx.db.clientIdentity.create({ data: { workspaceId, ...name, clientId: client.id } });
  }
  if (replacedBy?.scope === PHONE_SCOPE) await changeNumber(tx, client, from, replacedBy);
  return { client, replacedBy, taken };
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
 * Gives a contact a further name, under which a provider says that it knows them. Never one that somebody else is known by or
 * reached at: a provider's word merges nobody, and takes nobody's messages away.
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
  return true;
}
