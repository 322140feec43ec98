import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { parsePhone } from "../phone.ts";
import { lockNames, PHONE_SCOPE } from "./client-identities.ts";
import { insertClient } from "./create-client.ts";
import { currentClient } from "./current-client.ts";
import { findByPhone } from "./find-by-phone.ts";

/**
 * The contact of a phone number, by the rule of the phone scope (decisions section 3): by identity, then by number or
 * externalClientId; else a new one with the number as its externalClientId. No NEW_CLIENT: that event is for contacts who came by
 * themselves. Two calls at once make one contact, and so do a call and a first message from the number.
 *
 * Only with MANAGE_CLIENTS, also for a contact who is there: whoever sees numbers masked must not find them out by trying.
 * @param tx the open transaction.
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
