import type { Identity } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { PHONE_SCOPE } from "./client-identities.ts";
import { currentClient } from "./current-client.ts";

/**
 * Gives a contact a further name, under which a provider says that it knows them. Never one that somebody else is known by or
 * reached at: a provider's word merges nobody, and takes nobody's messages away.
 * @param tx the open transaction.
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
