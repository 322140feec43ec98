import { parseCookie } from "cookie";
import DataLoader from "dataloader";
import { decode } from "next-auth/jwt";
import { validate as isUuid } from "uuid";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import type { Plan, Role } from "../generated/prisma/enums.ts";

/** A valid session: its row exists and is neither revoked nor expired. */
export type SignedIn = { userId: string; sessionId: string };

/** Maximum lifetime of a session, and the interval at which its last use is noted, in milliseconds. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
const TOUCH_EVERY_MS = 60_000;

/** The portal's cookie. It has the `__Secure-` prefix only with https, because browsers otherwise reject it. */
export function sessionCookieName(): string {
  return env().APP_URL.startsWith("https:") ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** The part of a request's headers that is read. Fetch's Headers implement it; `nodeHeaders` adapts node:http's. */
export type HeaderReader = { get: (name: string) => string | null };

/** A user's seat in a workspace. */
export type Seat = {
  role: Role;
  plan: Plan;
  agentId: string | null;
  /** The workspace requires two-factor sign-in, and this user signed in without having set it up. */
  needsTwoFactor: boolean;
};

/** The portal token from a request's cookies; empty if there is none. */
export function tokenOfCookies(headers: HeaderReader): string {
  const header = headers.get("cookie");
  return header ? (parseCookie(header)[sessionCookieName()] ?? "") : "";
}

/** A number outside the column's range cannot be a workspace id. */
export function isWorkspaceId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

/** The session of a request's cookies, or null. */
export async function sessionOfCookies(headers: HeaderReader): Promise<SignedIn | null> {
  return sessionOfToken(tokenOfCookies(headers));
}

/**
 * The session of a portal token (next-auth's encrypted JWT), or null. The token alone is not enough: its session row must still be valid.
 * So signing out, changing the password or removing the user ends the session at once.
 */
export async function sessionOfToken(token: string): Promise<SignedIn | null> {
  const found = await sessionAt(token, null);
  return found && { userId: found.userId, sessionId: found.sessionId };
}

/**
 * The session together with the user's seat in a workspace, in one statement.
 * @param workspaceId as the caller sent it; null: read no seat.
 */
export async function sessionAt(
  token: string,
  workspaceId: number | null,
): Promise<(SignedIn & { seat: Seat | null }) | null> {
  if (!token) return null;
  const sessionId = await sessionIdOf(token);
  if (sessionId === null || !isUuid(sessionId)) return null;
  const row = await live.load({ sessionId, workspaceId });
  return row && { userId: row.userId, sessionId, seat: seatFrom(row) };
}

/**
 * The seat of a user in a workspace; null: none.
 * @param sessionId the user's session; empty for background work on their behalf, which needs no second factor.
 */
export async function seatOf(userId: string, workspaceId: number, sessionId: string): Promise<Seat | null> {
  if (!isWorkspaceId(workspaceId)) return null;
  const { rows } = await pool().query<SeatRow>({
    name: "seat",
    text: `select ${SEAT} from (
      select $1::uuid as "userId", $2::int as "workspaceId", (select "createdAt" from "Session" where "id" = $3::uuid) as "createdAt",
        (select "ssoDomainId" from "Session" where "id" = $3::uuid) as "ssoDomainId"
    ) s ${seatIn("s")}`,
    values: [userId, workspaceId, sessionId || null],
  });
  return rows[0] ? seatFrom(rows[0]) : null;
}

function seatFrom({ role, plan, agentId, needsTwoFactor }: SeatRow): Seat | null {
  return role && plan ? { role, plan, agentId, needsTwoFactor } : null;
}

/** Cache of decrypted tokens. A token's content never changes, only its validity does. The cache is cleared when it is full. */
const deciphered = new Map<string, { sessionId: string; expiresAt: number }>();
const MOST_DECIPHERED = 5_000;

/** The session id in a token; null if the token is not one of ours or has expired. */
async function sessionIdOf(token: string): Promise<string | null> {
  const known = deciphered.get(token);
  if (known) return known.expiresAt > Date.now() ? known.sessionId : null;
  const claims = await decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  const sessionId = claims?.sessionId;
  if (typeof sessionId !== "string") return null;
  if (deciphered.size >= MOST_DECIPHERED) deciphered.clear();
  if (typeof claims?.exp === "number") deciphered.set(token, { sessionId, expiresAt: claims.exp * 1_000 });
  return sessionId;
}

type SeatRow = { role: Role | null; plan: Plan | null; agentId: string | null; needsTwoFactor: boolean };
type Row = SeatRow & { userId: string; isStale: boolean };

/** Google, GitHub and companies' providers ask for their own second factor. A user without a password signs in with one of them. */
const SEAT = `m."role", w."plan", g."id" as "agentId", exists (
  select from "WorkspaceSettings" r where r."workspaceId" = m."workspaceId" and r."twoFactorRequiredAt" <= s."createdAt"
) and exists (select from "User" u where u."id" = s."userId" and u."passwordHash" is not null)
and not exists (select from "TwoFactor" f where f."userId" = s."userId" and f."confirmedAt" is not null)
and s."ssoDomainId" is null as "needsTwoFactor"`;

/** Joins the seat of s."userId" in the workspace of the given alias. */
function seatIn(workspace: string): string {
  return `left join ("Membership" m join "Workspace" w on w."id" = m."workspaceId" and w."deletedAt" is null)
  on m."workspaceId" = ${workspace}."workspaceId" and m."userId" = s."userId"
left join "Agent" g on g."workspaceId" = m."workspaceId" and g."userId" = s."userId"::text and g."deletedAt" is null`;
}

const FIND = `select asked.place::int, s."userId", s."lastSeenAt" < $3 as "isStale", ${SEAT}
from unnest($1::uuid[], $2::int[]) with ordinality as asked ("sessionId", "workspaceId", place)
join "Session" s on s."id" = asked."sessionId" and s."revokedAt" is null and s."expiresAt" > $4 and s."lastSeenAt" > $5
${seatIn("asked")}`;

type Asked = { sessionId: string; workspaceId: number | null };

/** Batches concurrent requests, and checks of all live streams, into one statement. Nothing is cached. */
const live = new DataLoader<Asked, Row | null>(readLive, { cache: false, maxBatchSize: 500 });

/** A session last used before this moment has expired. An open portal keeps its session in use through its live stream. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - env().SESSION_IDLE_MINUTES * 60_000);
}

/** Skips locked rows: another process is already noting or ending that session. Two processes must not wait for each other here. */
async function noteSignsOfLife(sessionIds: readonly string[], now: Date): Promise<void> {
  await pool().query({
    name: "note-sessions-seen",
    text: `update "Session" set "lastSeenAt" = $2
      where "id" in (select "id" from "Session" where "id" = any($1::uuid[]) for no key update skip locked)`,
    values: [sessionIds, now],
  });
}

/** Reads the rows of the valid sessions, and notes their use at most once a minute. */
async function readLive(asked: readonly Asked[]): Promise<(Row | null)[]> {
  const now = new Date();
  const { rows } = await pool().query<Row & { place: number }>({
    name: "live-sessions",
    text: FIND,
    values: [
      asked.map(({ sessionId }) => sessionId),
      asked.map(({ workspaceId }) => workspaceId),
      new Date(now.getTime() - TOUCH_EVERY_MS),
      now,
      idleSince(now),
    ],
  });
  const stale = rows.filter(({ isStale }) => isStale).flatMap(({ place }) => asked[place - 1]?.sessionId ?? []);
  if (stale.length > 0) await noteSignsOfLife(stale, now);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => found.get(index + 1) ?? null);
}
