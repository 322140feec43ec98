import { parseCookie } from "cookie";
import { decode } from "next-auth/jwt";
import { database } from "../db.ts";
import { env } from "../env.ts";

/** A sign-in that holds: its row is there, neither revoked nor expired. */
export type SignedIn = { userId: string; sessionId: string };

/** Absolute life of a sign-in and how long it may lie idle, in milliseconds. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
const TOUCH_EVERY_MS = 60_000;

/** The portal's cookie: `__Secure-` only where the address is https, or browsers would drop it. */
export function sessionCookieName(): string {
  return env().APP_URL.startsWith("https:") ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** The sign-in of a request's cookies, or null. */
export async function sessionOfCookies(headers: Headers): Promise<SignedIn | null> {
  const header = headers.get("cookie");
  if (!header) return null;
  return sessionOfToken(parseCookie(header)[sessionCookieName()] ?? "");
}

/**
 * The sign-in of a portal token (next-auth's encrypted JWT), or null. The token alone is not enough: its session row must
 * still hold, so signing out, a changed password or a removed person ends it at once.
 */
export async function sessionOfToken(token: string): Promise<SignedIn | null> {
  if (!token) return null;
  const claims = await decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  const sessionId = claims?.sessionId;
  return typeof sessionId === "string" ? liveSession(sessionId) : null;
}

/** The session's row if it still holds; notes the sign of life at most once a minute. */
async function liveSession(sessionId: string): Promise<SignedIn | null> {
  const now = new Date();
  const row = await database().session.findFirst({
    where: { id: sessionId, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, lastSeenAt: true },
  });
  if (!row) return null;
  if (now.getTime() - row.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
    await database().session.updateMany({ where: { id: row.id }, data: { lastSeenAt: now } });
  }
  return { userId: row.userId, sessionId: row.id };
}
