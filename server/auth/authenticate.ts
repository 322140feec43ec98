import type { Actor, Asked, Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { AppError } from "../errors.ts";
import type { ApiKeyScope, Plan } from "../generated/prisma/enums.ts";
import { waitInLineOf } from "../observe/request-context.ts";
import { log } from "../log.ts";
import { addressOf, isInRanges } from "./address.ts";
import { auditRefusal, auditRefusalOf } from "./audit-refusal.ts";
import { hashSecret, looksLikeKey } from "./key-format.ts";
import { isWorkspaceId, seatOf, sessionAt, tokenOfCookies, type HeaderReader, type Seat } from "./session.ts";
import { say } from "../say.ts";

export type { HeaderReader };

/** The authenticated caller, before the workspace is known. */
export type Principal =
  | {
      kind: "key";
      workspaceId: number;
      plan: Plan;
      keyId: string;
      label: string;
      agentId: string | null;
      scopes: ApiKeyScope[];
      permissions: string[];
      allowedRanges: string[];
      expiresAt: Date | null;
      lastUsedAt: Date | null;
    }
  | { kind: "session"; userId: string; sessionId: string; at?: { workspaceId: number; seat: Seat | null } };

/** How long a key or session row is cached, in milliseconds. A deleted key stops working within a second. */
const BELIEVED_MS = 900;
const KEY_CACHE_SIZE = 10_000;
const TRIED_MS = 60_000;
const USED_MS = 60_000;

const keys = new Map<string, { at: number; principal: Promise<Principal | null> }>();

/**
 * Reads the caller's credentials: a raw API key or `Bearer` + portal token in `authorization`, otherwise the portal's cookie.
 * @param asked.workspaceId as the caller sent it, if already known: the same statement then also reads the session's seat.
 * @param asked.allowBearerKey for the model-context server: many of its clients can only send Bearer.
 * @throws AppError UNAUTHENTICATED or INVALID_TOKEN in the contract's words.
 */
export async function authenticate(
  headers: HeaderReader,
  asked: { workspaceId?: unknown; allowBearerKey?: boolean } = {},
): Promise<Principal> {
  const authorization = headers.get("authorization")?.trim();
  if (!authorization) {
    const principal = await sessionPrincipal(tokenOfCookies(headers), asked.workspaceId);
    if (!principal) throw new AppError("UNAUTHENTICATED", say("service.invalidApiKey"));
    return principal;
  }
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(authorization);
  if (!bearer) return keyPrincipal(authorization, headers);
  const token = bearer[1] ?? "";
  if (asked.allowBearerKey && looksLikeKey(token)) return keyPrincipal(token, headers);
  const principal = await sessionPrincipal(token, asked.workspaceId);
  if (principal) return principal;
  const hint = looksLikeKey(token) ? { hint: "This is an API key: send it without Bearer" } : {};
  throw new AppError("INVALID_TOKEN", say("refusal.session"), hint);
}

async function sessionPrincipal(token: string, asked: unknown): Promise<Principal | null> {
  const workspaceId = isWorkspaceId(asked) ? asked : null;
  const session = await sessionAt(token, workspaceId);
  if (!session) return null;
  const { userId, sessionId, seat } = session;
  return { kind: "session", userId, sessionId, ...(workspaceId === null ? {} : { at: { workspaceId, seat } }) };
}

async function keyPrincipal(key: string, headers: HeaderReader): Promise<Principal> {
  const principal = looksLikeKey(key) ? await believedKey(key) : null;
  if (principal?.kind === "key") return usableKey(principal, addressOf(headers));
  if (looksLikeKey(key)) await auditDeletedKey(key, addressOf(headers));
  throw new AppError("UNAUTHENTICATED", say("service.invalidApiKey"));
}

/** @throws AppError UNAUTHENTICATED, recorded, if the key has expired or may not be used from this address. */
function usableKey(key: Extract<Principal, { kind: "key" }>, address: string): Principal {
  const now = new Date();
  const hint =
    key.expiresAt !== null && key.expiresAt <= now
      ? `This key expired on ${key.expiresAt.toISOString()}`
      : !isInRanges(address, key.allowedRanges)
        ? `This key may not be used from ${address}`
        : null;
  if (hint !== null) {
    const who = { workspaceId: key.workspaceId, actorId: key.keyId, targetId: key.keyId };
    const actorKind = key.agentId ? "agentKey" : "workspaceKey";
    auditRefusal({ ...who, actorKind, action: "useApiKey", code: "UNAUTHENTICATED", address });
    throw new AppError("UNAUTHENTICATED", say("service.invalidApiKey"), { hint });
  }
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > USED_MS) void noteUse(key, now);
  return key;
}

/** Writes the time of the last use, at most once a minute. Nobody waits for it. */
async function noteUse(key: Extract<Principal, { kind: "key" }>, now: Date): Promise<void> {
  key.lastUsedAt = now;
  const { workspaceId, keyId: id } = key;
  await database()
    .apiKey.updateMany({ where: { workspaceId, id }, data: { lastUsedAt: now } })
    .catch((error: unknown) => log.warn({ error, workspaceId, keyId: id }, "the use of a key could not be noted"));
}

/** Audits the use of a deleted key, which someone has kept. A key that never existed belongs to no workspace and cannot be audited. */
async function auditDeletedKey(key: string, address: string): Promise<void> {
  if (!isFirstTry(key)) return;
  const row = await database().apiKey.findFirst({
    where: { keyHash: hashSecret(key) },
    select: { workspaceId: true, id: true, agentId: true },
  });
  if (!row) return;
  const who = { workspaceId: row.workspaceId, actorId: row.id, targetId: row.id };
  const actorKind = row.agentId ? "agentKey" : "workspaceKey";
  auditRefusal({ ...who, actorKind, action: "useApiKey", code: "UNAUTHENTICATED", address });
}

const tried = new Map<string, number>();

/** First try of this key within a minute. A wrong key that is sent repeatedly costs no further lookup. */
function isFirstTry(key: string): boolean {
  const now = Date.now();
  if (tried.size >= KEY_CACHE_SIZE) tried.clear();
  const before = tried.get(key) ?? 0;
  if (now - before < TRIED_MS) return false;
  tried.set(key, now);
  return true;
}

function believedKey(key: string): Promise<Principal | null> {
  const now = Date.now();
  const known = keys.get(key);
  if (known && now - known.at < BELIEVED_MS) return known.principal;
  if (keys.size >= KEY_CACHE_SIZE) keys.clear();
  const principal = findKey(key);
  // A failed lookup must not stay cached for the rest of the second.
  principal.catch(() => keys.delete(key));
  keys.set(key, { at: now, principal });
  return principal;
}

async function findKey(key: string): Promise<Principal | null> {
  const row = await database().apiKey.findFirst({
    where: { keyHash: hashSecret(key), deletedAt: null },
    select: {
      workspaceId: true,
      id: true,
      label: true,
      agentId: true,
      scopes: true,
      permissions: true,
      allowedRanges: true,
      expiresAt: true,
      lastUsedAt: true,
      agent: { select: { deletedAt: true } },
    },
  });
  if (!row || row.agent?.deletedAt) return null;
  const workspace = await database().workspace.findFirst({
    where: { id: row.workspaceId, deletedAt: null },
    select: { plan: true },
  });
  if (!workspace) return null;
  const { id: keyId, agent: _, ...known } = row;
  return { kind: "key", plan: workspace.plan, keyId, ...known };
}

/**
 * The context of one request in one workspace.
 * @param asked what the audit log records about the request.
 * @param isSetUp whether the request only sets up two-factor sign-in; called for users who must do so.
 * @throws AppError FORBIDDEN_WORKSPACE when the key belongs to another workspace, the user has no seat in it, or the user has to set up
 * two-factor sign-in first.
 */
export async function ctxFor(
  principal: Principal,
  workspaceId: number,
  asked?: Asked,
  isSetUp: () => boolean = () => false,
): Promise<Ctx> {
  waitInLineOf(workspaceId);
  const base = { db: database(), workspaceId, now: new Date(), wakes: null, ...(asked ? { asked } : {}) };
  if (principal.kind === "key") {
    const { keyId, label, agentId, plan, permissions, allowedRanges, expiresAt } = principal;
    const isLimited = permissions.length > 0 || allowedRanges.length > 0 || expiresAt !== null;
    const key = { keyId, label, ...(isLimited ? { limits: { permissions } } : {}) };
    const actor: Actor = agentId ? { kind: "agentKey", ...key, agentId } : { kind: "workspaceKey", ...key };
    if (principal.workspaceId !== workspaceId) {
      // Recorded in the workspace that owns the key.
      auditRefusalOf({ ...base, workspaceId: principal.workspaceId, plan, actor }, "FORBIDDEN_WORKSPACE");
      throw new AppError("FORBIDDEN_WORKSPACE", say("refusal.workspace"));
    }
    return { ...base, plan, actor };
  }
  const { userId, sessionId, at } = principal;
  const seat = at?.workspaceId === workspaceId ? at.seat : await seatOf(userId, workspaceId, sessionId);
  if (!seat) throw new AppError("FORBIDDEN_WORKSPACE", say("refusal.workspace"));
  if (seat.needsTwoFactor && !isSetUp()) throw new AppError("FORBIDDEN_WORKSPACE", say("refusal.twoFactorFirst"));
  const { plan, role, agentId } = seat;
  return { ...base, plan, actor: { kind: "user", userId, agentId, role, sessionId } };
}
