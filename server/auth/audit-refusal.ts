import { actorId, type Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import { TokenBuckets } from "./token-bucket.ts";

/** An action that the caller was not allowed to do. */
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
 * Keeps a caller with a thousand refusals a second from filling the audit log. The same refusal of the same caller is written once a
 * minute, and at most sixty refusals a minute per workspace. The limits hold per process.
 */
const MINUTE_SECONDS = 60;
const same = new TokenBuckets({ points: 1, duration: MINUTE_SECONDS });
const inWorkspace = new TokenBuckets({ points: 60, duration: MINUTE_SECONDS });

/** A refused id is untrusted input of any length. */
const LONGEST_ID = 100;

/**
 * Records a refusal in the background, outside the request's transaction, which rolls back. It never throws. If the entry cannot be
 * stored, the failure is logged.
 */
export function auditRefusal(refusal: Refusal): void {
  void write(refusal).catch((error: unknown) => log.warn({ error, ...refusal }, "a refusal could not be recorded"));
}

/** Records a refusal of a known caller; the operation and target come from the request. */
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
