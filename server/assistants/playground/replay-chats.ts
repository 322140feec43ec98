import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { database, inTransaction } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import { log } from "../../log.ts";
import { CHAT_PARTS } from "./access.ts";
import { sayLine } from "./say-in-playground.ts";

/** Chats per round. */
const LOOK = 50;

type Due = { workspaceId: number; convId: string; isOver: boolean };

/**
 * Sends the next line in every replayed chat whose assistant has answered the previous one, or has not answered for 40 seconds.
 * A line is counted after it was sent. A worker that takes over, or runs at the same time, sends it again under the same id, which
 * stores nothing.
 * @returns whether any chat was being replayed, due or not.
 */
export async function replayChats(): Promise<boolean> {
  const [row] = await database().$queryRaw<{ isOne: boolean }[]>`
    select exists (select from "PlaygroundChat" where "replayLines" <> '{}') as "isOne"`;
  if (!row?.isOne) return false;
  for (const { workspaceId, convId, isOver } of await findDue()) {
    const ctx = systemCtx(workspaceId, "replay-playground");
    try {
      if (isOver) await endReplay(ctx, convId);
      else await sayNext(ctx, convId);
    } catch (error) {
      // One chat that fails must not block the others. It is given up after an hour.
      log.warn({ error, workspaceId, convId }, "a line of a replay was not said; it is tried again");
    }
  }
  return true;
}

/** `isOver`: the assistant will not answer any more, because the chat has ended, was handed over, or has been stuck for an hour. */
function findDue(): Promise<Due[]> {
  return database().$queryRaw<Due[]>`
    select * from (
      select p."workspaceId", p."convId", p."createdAt", c.ended or c."aiId" is null or w."deletedAt" is not null
          or p."createdAt" < now() - interval '1 hour' as "isOver",
        not c."needsResponse" or c."lastClientMessageAt" < now() - interval '40 seconds' as "isAnswered"
      from "PlaygroundChat" p
      join "Conversation" c on c."workspaceId" = p."workspaceId" and c.id = p."convId"
      join "Workspace" w on w.id = p."workspaceId"
      where p."replayLines" <> '{}'
    ) replaying where "isOver" or "isAnswered" order by "createdAt" limit ${LOOK}`;
}

async function sayNext(ctx: Ctx, convId: string): Promise<void> {
  const { workspaceId } = ctx;
  const chat = await ctx.db.playgroundChat.findUnique({
    where: { workspaceId_convId: { workspaceId, convId } },
    include: CHAT_PARTS,
  });
  const [line] = chat?.replayLines ?? [];
  if (!chat || line === undefined) return;
  const left = chat.replayLines.length;
  try {
    await sayLine(chat, line, `replay-${left}`);
  } catch (error) {
    // The chat ended meanwhile. The next round stops its replay.
    if (error instanceof AppError && error.code === "CONFLICT") return;
    throw error;
  }
  const { count } = await ctx.db.playgroundChat.updateMany({
    where: { workspaceId, convId, replayLines: { equals: chat.replayLines } },
    data: { replayLines: chat.replayLines.slice(1) },
  });
  if (count > 0 && left === 1) await notifyOver(ctx, convId);
}

async function endReplay(ctx: Ctx, convId: string): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.db.playgroundChat.updateMany({ where: { workspaceId, convId }, data: { replayLines: [] } });
  await notifyOver(ctx, convId);
}

function notifyOver(ctx: Ctx, convId: string): Promise<void> {
  return inTransaction(ctx, (tx) => emit(tx, { name: "CONV_CHANGED", convId, assigneeId: null, prevAssigneeId: null }));
}
