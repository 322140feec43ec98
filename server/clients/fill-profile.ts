import type { ClientProfile } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { readPhone } from "../phone.ts";

/**
 * Writes what somebody's own system tells of them into the fields of their contact that are still empty; what people have written
 * stays. Not an edit of anybody's: no CLIENT_UPDATED.
 * @param tx the open transaction.
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
