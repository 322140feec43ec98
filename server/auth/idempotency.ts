import { createHash } from "node:crypto";
import { actorId, type Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { AppError, badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

const MAX_KEY_LENGTH = 255;
const KEPT_HOURS = 24;

/** A request that may be repeated: the caller's `Idempotency-Key` (null: none), the operation and its input. */
export type Repeatable = { key: string | null; operation: string; input: unknown };

/**
 * Runs an effect once per key and caller. The effect's own transaction writes the key's row first. So parallel requests wait for each
 * other, a crash keeps both or neither, and refused input stores nothing.
 * @param revive reads a stored response from its JSON.
 * @throws AppError CONFLICT when the key was used with another input; BAD_INPUT when the key is malformed.
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
    // A repeated request that writes its key last (`addAtOnce`) waited for our lock and held what we need. Now its response is stored.
    if (ctx.wakes || !isDeadlock(error)) throw error;
    return inTransaction(ctx, takeKey);
  }
}

/**
 * The key columns and request hash under which a response is stored.
 * @throws AppError BAD_INPUT when the key is malformed.
 */
export function keptUnder(ctx: Ctx, request: Repeatable & { key: string }) {
  const { key } = request;
  if (key === "" || key.length > MAX_KEY_LENGTH || /[^\x20-\x7e]/.test(key)) {
    throw badInput("idempotencyKey", say("service.keyForm", { count: MAX_KEY_LENGTH }));
  }
  return { workspaceId: ctx.workspaceId, callerId: actorId(ctx.actor), key, requestHash: hashOf(request) };
}

/** Deletes expired keys of all workspaces; a scheduled job calls this. Returns how many. */
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

/** Makes the hash independent of field order, and treats an undefined field as absent. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sorted(field)]);
}
