import { actorId, type Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import { TokenBuckets } from "./token-bucket.ts";

/** Something that somebody tried and was not let do. */
export type Refusal = {
  workspaceId: number;
  actorKind: "user" | "workspaceKey" | "agentKey" | "system";
  actorId: string;
  action: string;
  targetId?: string | null;
  code: ErrorCode;
  address: string | null;
};

/**
 * Whoever is refused a thousand times a second must not fill the record: the same refusal of the same caller is written once a minute,
 * and of all in a workspace sixty a minute. Per process.
 */
const MINUTE_SECONDS = 60;
const same = new TokenBuckets({ points: 1, duration: MINUTE_SECONDS });
const inWorkspace = new TokenBuckets({ points: 60, duration: MINUTE_SECONDS });

/** An id that was refused is whatever somebody sent. */
const LONGEST_ID = 100;

/**
 * Writes down that something was refused, beside the request and outside its transaction, which rolls back. Never throws and is waited
 * for by nobody; what cannot be stored stands in the log.
 */
export function auditRefusal(refusal: Refusal): void {
  void write(refusal).catch((error: unknown) => log.warn({ error, ...refusal }, "a refusal could not be recorded"));
}

/** The same for a caller who is known, and whose request says what was asked. */
export function auditRefusalOf({ workspaceId, actor, asked }: Ctx, code: ErrorCode): void {
  const { operation, targetId } = asked?.what() ?? { operation: "unknown", targetId: null };
  const who = { workspaceId, actorKind: actor.kind, actorId: actorId(actor) };
  auditRefusal({ ...who, action: operation, targetId, code, address: asked?.address ?? null });
}

async function write({ code, address, targetId = null, ...who }: Refusal): Promise<void> {
  const { workspaceId } = who;
  const isRepeated = same.take(`${workspaceId} ${who.actorId} ${who.action} ${code} ${address}`) > 0;
  if (isRepeated || inWorkspace.take(String(workspaceId)) > 0) return;
  await database().auditEntry.create({
    data: { ...who, refusal: code, address, targetId: targetId?.slice(0, LONGEST_ID) ?? null },
  });
}
