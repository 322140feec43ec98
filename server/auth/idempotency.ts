import { createHash } from "node:crypto";
import { actorId, type Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { AppError, badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/** decisions section 1. */
const MAX_KEY_LENGTH = 255;
const KEPT_HOURS = 24;

/** A request that may be sent again: the caller's `Idempotency-Key` (null: none), and what it asked for. */
export type Repeatable = { key: string | null; operation: string; input: unknown };

/**
 * Runs an effect once per key and caller: the key's row is written first and in the effect's own transaction, so parallel
 * requests wait for each other, a crash leaves both or none, and nothing is kept of a refused input.
 * @param revive reads a stored answer back from its JSON.
 * @throws AppError CONFLICT when the key was used with another input; BAD_INPUT when it is no key.
 */
export async function once<T>(
  ctx: Ctx,
  request: Repeatable,
  run: (tx: Ctx) => Promise<T>,
  revive: (json: unknown) => T,
): Promise<T> {
  const { key } = request;
  if (key === null) return inTransaction(ctx, run);
  const { requestHash, ...place } = keptUnder(ctx, { ...request, key });
  const takeKey = async (tx: Ctx) => {
    await tx.db.$executeRaw`
      delete from "IdempotencyKey" where "workspaceId" = ${place.workspaceId} and "callerId" = ${place.callerId} and key = ${key}
        and "createdAt" < now() - make_interval(hours => ${KEPT_HOURS})`;
    const { count } = await tx.db.idempotencyKey.createMany({
      data: [{ ...place, requestHash, response: Prisma.JsonNull }],
      skipDuplicates: true,
    });
    const where = { workspaceId_callerId_key: place };
    if (count === 0) {
      const before = await tx.db.idempotencyKey.findUniqueOrThrow({ where });
      if (Buffer.compare(before.requestHash, requestHash) !== 0) {
        throw new AppError("CONFLICT", say("service.keyReused"));
      }
      return revive(before.response);
    }
    const answer = await run(tx);
    await tx.db.idempotencyKey.update({
      where,
      data: { response: JSON.parse(JSON.stringify(answer)) as Prisma.InputJsonValue },
    });
    return answer;
  };
  try {
    return await inTransaction(ctx, takeKey);
  } catch (error) {
    // A repetition that writes its key last (`addAtOnce`) waited for ours, with what we wait for in hand: now its answer is there.
    if (ctx.wakes || !isDeadlock(error)) throw error;
    return inTransaction(ctx, takeKey);
  }
}

/**
 * The row under which an answer is kept.
 * @throws AppError BAD_INPUT when the key is none.
 */
export function keptUnder(ctx: Ctx, request: Repeatable & { key: string }) {
  const { key } = request;
  if (key === "" || key.length > MAX_KEY_LENGTH || /[^\x20-\x7e]/.test(key)) {
    throw badInput("idempotencyKey", say("service.keyForm", { count: MAX_KEY_LENGTH }));
  }
  return { workspaceId: ctx.workspaceId, callerId: actorId(ctx.actor), key, requestHash: hashOf(request) };
}

/** Drops keys that are no longer kept, of all workspaces; for a job on the clock. Returns how many. */
export async function forgetIdempotencyKeys(): Promise<number> {
  return database()
    .$executeRaw`delete from "IdempotencyKey" where "createdAt" < now() - make_interval(hours => ${KEPT_HOURS})`;
}

function hashOf({ operation, input }: Repeatable): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([operation, sorted(input)]))
      .digest(),
  );
}

/** The same input hashes the same in whatever order its fields were written; a field given as undefined was not given. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sorted(field)]);
}
