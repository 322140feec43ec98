import { actorAgentId, type Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { readRows } from "../read-rows.ts";
import { failedSince } from "../conversations/conv-marks.ts";

/** Limit per conversation. More would not be shown one by one. */
const SHOWN = 20;

const failuresIn = gathered(readFailures);

/**
 * The viewer's own messages in a conversation that failed recently and were not sent again, newest first. One statement serves a whole
 * list. Access to the row has been checked.
 */
export function ownFailures(ctx: Ctx, { id }: Pick<Conversation, "id">): Promise<string[]> {
  return failuresIn(ctx, id);
}

async function readFailures(ctx: Ctx, convIds: readonly string[]): Promise<string[][]> {
  const agentId = actorAgentId(ctx.actor);
  if (agentId === null) return convIds.map(() => []);
  const rows = await readRows<{ id: string; convId: string }>(
    ctx,
    Prisma.sql`
    select m.id, m."convId" from "Message" m
    where m."workspaceId" = ${ctx.workspaceId} and m."convId" = any(${[...new Set(convIds)]}::uuid[]) and m.status = 'failed'
      and m."isAgent" and m."agentId" = ${agentId}::uuid and m."createdAt" > ${failedSince(ctx)}::timestamptz
      and not exists (
        select 1 from "Message" again where again."workspaceId" = m."workspaceId" and again."resendOfId" = m.id)
    order by m."createdAt" desc`,
  );
  const found = Map.groupBy(rows, ({ convId }) => convId);
  return convIds.map((id) => (found.get(id) ?? []).slice(0, SHOWN).map((row) => row.id));
}
