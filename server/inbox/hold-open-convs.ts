import type { Ctx } from "../ctx.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { columnsOf } from "../read-rows.ts";

const FIELDS = Prisma.ConversationScalarFieldEnum;

/**
 * The newest open conversation of each of these clients on a channel, its row locked until the transaction ends. Nobody's row is
 * waited for: a conversation that somebody is writing in right now is `busy`, so that many can be held at once and two who do so
 * never lock each other out.
 * @returns by client id; a client without an open conversation is not in it.
 */
export async function holdOpenConvs(
  tx: Ctx,
  integrationId: string,
  clientIds: readonly string[],
): Promise<Map<string, Conversation | "busy">> {
  const rows = await tx.db.$queryRaw<(Conversation & { openOf: string; isHeld: boolean })[]>`
    with newest as materialized (
      select distinct on (c."clientId") c."clientId", c.id from "Conversation" c
      where c."workspaceId" = ${tx.workspaceId} and c."clientId" = any(${clientIds}::uuid[])
        and c."integrationId" = ${integrationId}::uuid and not c.ended
      order by c."clientId", c."lastMessageAt" desc, c.id desc
    ), held as materialized (
      select ${columnsOf(FIELDS, "c")} from newest n
      join "Conversation" c on c."workspaceId" = ${tx.workspaceId} and c.id = n.id and c."clientId" = n."clientId" and not c.ended
      for no key update of c skip locked
    )
    select n."clientId" as "openOf", h.id is not null as "isHeld", ${columnsOf(FIELDS, "h")} from newest n left join held h on h.id = n.id`;
  return new Map(rows.map(({ openOf, isHeld, ...conv }) => [openOf, isHeld ? conv : "busy"]));
}
