import type { Identity, ClientProfile } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { holdUnmerged } from "./current-client.ts";
import { readPhone } from "../phone.ts";

/**
 * Records that someone has proven that an identity is theirs. If no contact has this identity yet, and they were known by an unproven
 * identity in the same scope (`before`), it is added to that contact, who keeps their messages.
 *
 * This never merges two contacts.
 * @param tx the open transaction, with a lock on both identities as `receiveMessage` takes it.
 * @throws ClientMerged when the contact was merged meanwhile; the caller retries.
 */
export async function proveIdentity(tx: Ctx, name: Identity, before: string | null): Promise<void> {
  const { workspaceId } = tx;
  const { scope, externalId } = name;
  const known = await tx.db.clientIdentity.findFirst({ where: { workspaceId, ...name } });
  if (known) {
    await tx.db.clientIdentity.updateMany({
      where: { workspaceId, ...name, verifiedAt: null },
      data: { verifiedAt: tx.now },
    });
    return;
  }
  if (before === null) return;
  const earlier = await tx.db.clientIdentity.findFirst({ where: { workspaceId, scope, externalId: before } });
  if (!earlier) return;
  // Keeps `broughtById`: an identity that came by a merge stays marked as such.
  const { clientId, broughtById } = earlier;
  await holdUnmerged(tx, clientId);
  // Checked under the contact's lock: if two people prove themselves at once with the same session, only one gets this contact.
  if ((await tx.db.clientIdentity.count({ where: { workspaceId, scope, clientId, verifiedAt: { not: null } } })) > 0)
    return;
  await tx.db.clientIdentity.create({
    data: { workspaceId, scope, externalId, clientId, broughtById, verifiedAt: tx.now },
  });
  await emit(tx, { name: "CLIENT_CHANGED", clientId });
}

/**
 * Fills the empty fields of a contact from what the business's own system reports. Values entered by people stay. Emits no
 * CLIENT_UPDATED, because no one edited the contact.
 */
export async function fillProfile(tx: Ctx, clientId: string, profile: ClientProfile): Promise<void> {
  const { name, surname, email, avatarUrl } = profile;
  const number = profile.phone ? readPhone(profile.phone) : null;
  const phone = number && !("reason" in number) ? number.e164 : null;
  const filled = await tx.db.$executeRaw`
    update "Client" c set name = coalesce(c.name, given.name), surname = coalesce(c.surname, given.surname),
      email = coalesce(c.email, given.email), "avatarUrl" = coalesce(c."avatarUrl", given."avatarUrl"),
      phone = coalesce(c.phone, given.phone)
    from (select ${name ?? null}::text as name, ${surname ?? null}::text as surname, ${email ?? null}::text as email,
      ${avatarUrl ?? null}::text as "avatarUrl", ${phone}::text as phone) given
    where c."workspaceId" = ${tx.workspaceId} and c.id = ${clientId}::uuid
      and ((c.name is null and given.name is not null) or (c.surname is null and given.surname is not null)
        or (c.email is null and given.email is not null) or (c.phone is null and given.phone is not null)
        or (c."avatarUrl" is null and given."avatarUrl" is not null))`;
  if (filled > 0) await emit(tx, { name: "CLIENT_CHANGED", clientId });
}
