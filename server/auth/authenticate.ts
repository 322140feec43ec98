import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { AppError, SENTENCES } from "../errors.ts";
import type { Plan } from "../generated/prisma/enums.ts";
import { hashSecret, looksLikeKey } from "./key-format.ts";
import { sessionOfCookies, sessionOfToken } from "./session.ts";

/** Who knocks, before it is known which workspace they want. */
export type Principal =
  | { kind: "key"; workspaceId: number; plan: Plan; keyId: string; label: string; agentId: string | null }
  | { kind: "session"; userId: string; sessionId: string };

/** How long a key's or session's row is believed, in milliseconds: a deleted one stops within a second. */
const BELIEVED_MS = 900;
const KEY_CACHE_SIZE = 10_000;

const keys = new Map<string, { at: number; principal: Promise<Principal | null> }>();

/**
 * Reads the caller's credentials: a raw API key or `Bearer` + portal token in `authorization`, else the portal's cookie.
 * @param allowBearerKey the model-context server's exception: many of its clients can only send Bearer.
 * @throws AppError UNAUTHENTICATED or INVALID_TOKEN in the contract's words.
 */
export async function authenticate(headers: Headers, allowBearerKey = false): Promise<Principal> {
  const authorization = headers.get("authorization")?.trim();
  if (authorization) {
    const bearer = /^bearer(?:\s+(.*))?$/i.exec(authorization);
    if (!bearer) return keyPrincipal(authorization);
    const token = bearer[1] ?? "";
    if (allowBearerKey && looksLikeKey(token)) return keyPrincipal(token);
    const session = await sessionOfToken(token);
    if (!session) throw new AppError("INVALID_TOKEN", SENTENCES.invalidToken);
    return { kind: "session", ...session };
  }
  const session = await sessionOfCookies(headers);
  if (!session) throw new AppError("UNAUTHENTICATED", SENTENCES.invalidApiKey);
  return { kind: "session", ...session };
}

async function keyPrincipal(key: string): Promise<Principal> {
  const principal = looksLikeKey(key) ? await believedKey(key) : null;
  if (!principal) throw new AppError("UNAUTHENTICATED", SENTENCES.invalidApiKey);
  return principal;
}

function believedKey(key: string): Promise<Principal | null> {
  const now = Date.now();
  const known = keys.get(key);
  if (known && now - known.at < BELIEVED_MS) return known.principal;
  if (keys.size >= KEY_CACHE_SIZE) keys.clear();
  const principal = findKey(key);
  // A failed look-up must not be believed for the rest of the second.
  principal.catch(() => keys.delete(key));
  keys.set(key, { at: now, principal });
  return principal;
}

async function findKey(key: string): Promise<Principal | null> {
  const row = await database().apiKey.findFirst({
    where: { keyHash: hashSecret(key), deletedAt: null },
    select: { workspaceId: true, id: true, label: true, agentId: true, agent: { select: { deletedAt: true } } },
  });
  if (!row || row.agent?.deletedAt) return null;
  const workspace = await database().workspace.findFirst({
    where: { id: row.workspaceId, deletedAt: null },
    select: { plan: true },
  });
  if (!workspace) return null;
  return {
    kind: "key",
    workspaceId: row.workspaceId,
    plan: workspace.plan,
    keyId: row.id,
    label: row.label,
    agentId: row.agentId,
  };
}

/**
 * The context of one request in one workspace.
 * @throws AppError FORBIDDEN_WORKSPACE when the key belongs to another workspace or the user to none such.
 */
export async function ctxFor(principal: Principal, workspaceId: number): Promise<Ctx> {
  const base = { db: database(), workspaceId, now: new Date(), wakes: null };
  if (principal.kind === "key") {
    if (principal.workspaceId !== workspaceId) throw new AppError("FORBIDDEN_WORKSPACE", SENTENCES.foreignWorkspace);
    const { keyId, label, agentId, plan } = principal;
    return {
      ...base,
      plan,
      actor: agentId ? { kind: "agentKey", keyId, label, agentId } : { kind: "workspaceKey", keyId, label },
    };
  }
  // A number outside the column's range names no workspace.
  const inRange = Number.isInteger(workspaceId) && workspaceId > 0 && workspaceId <= 2_147_483_647;
  const membership = inRange
    ? await database().membership.findFirst({
        where: { workspaceId, userId: principal.userId, workspace: { deletedAt: null } },
        select: { role: true, workspace: { select: { plan: true } } },
      })
    : null;
  if (!membership) throw new AppError("FORBIDDEN_WORKSPACE", SENTENCES.foreignWorkspace);
  const agent = await database().agent.findFirst({
    where: { workspaceId, userId: principal.userId, deletedAt: null },
    select: { id: true },
  });
  return {
    ...base,
    plan: membership.workspace.plan,
    actor: {
      kind: "user",
      userId: principal.userId,
      agentId: agent?.id ?? null,
      role: membership.role,
      sessionId: principal.sessionId,
    },
  };
}
