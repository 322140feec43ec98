import { parseCookie } from "cookie";
import DataLoader from "dataloader";
import { decode } from "next-auth/jwt";
import { validate as isUuid } from "uuid";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import type { Plan, Role } from "../generated/prisma/enums.ts";

/** A sign-in that holds: its row is there, neither revoked nor expired. */
export type SignedIn = { userId: string; sessionId: string };

/** Absolute life of a sign-in and how long it may lie idle, in milliseconds. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
const TOUCH_EVERY_MS = 60_000;

/** The portal's cookie: `__Secure-` only where the address is https, or browsers would drop it. */
export function sessionCookieName(): string {
  return env().APP_URL.startsWith("https:") ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** What of a request's headers is read; Fetch's Headers are one, and node:http's can be (`nodeHeaders`). */
export type HeaderReader = { get: (name: string) => string | null };

/** The seat that a person has in a workspace. */
export type Seat = {
  role: Role;
  plan: Plan;
  agentId: string | null;
  /** The workspace asks two-factor sign-in of everybody, and this person signed in without having set it up. */
  needsTwoFactor: boolean;
};

/** The portal token among a request's cookies; empty where there is none. */
export function tokenOfCookies(headers: HeaderReader): string {
  const header = headers.get("cookie");
  return header ? (parseCookie(header)[sessionCookieName()] ?? "") : "";
}

/** A number outside the column's range names no workspace. */
export function isWorkspaceId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

/** The sign-in of a request's cookies, or null. */
export async function sessionOfCookies(headers: HeaderReader): Promise<SignedIn | null> {
  return sessionOfToken(tokenOfCookies(headers));
}

/**
 * The sign-in of a portal token (next-auth's encrypted JWT), or null. The token alone is not enough: its session row must
 * still hold, so signing out, a changed password or a removed person ends it at once.
 */
export async function sessionOfToken(token: string): Promise<SignedIn | null> {
  const found = await sessionAt(token, null);
  return found && { userId: found.userId, sessionId: found.sessionId };
}

/**
 * The same with the person's seat in a workspace, in one statement.
 * @param workspaceId as a caller sent it; null asks for none.
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
 * The seat of a person in a workspace, null where they have none.
 * @param sessionId the sign-in that they come with; empty for what is done for them later, of which no second factor is asked.
 */
export async function seatOf(userId: string, workspaceId: number, sessionId: string): Promise<Seat | null> {
  if (!isWorkspaceId(workspaceId)) return null;
  const { rows } = await pool().query<SeatRow>({
    name: "seat",
    text: `select ${SEAT} from (
      select $1::uuid as "userId", $2::int as "workspaceId", (select "createdAt" from "Session" where "id" = $3::uuid) as "createdAt"
    ) s ${seatIn("s")}`,
    values: [userId, workspaceId, sessionId || null],
  });
  return rows[0] ? seatFrom(rows[0]) : null;
}

function seatFrom({ role, plan, agentId, needsTwoFactor }: SeatRow): Seat | null {
  return role && plan ? { role, plan, agentId, needsTwoFactor } : null;
}

/** Deciphered tokens: what one says does not change, only whether it still holds. Dropped all together when they are many. */
const deciphered = new Map<string, { sessionId: string; expiresAt: number }>();
const MOST_DECIPHERED = 5_000;

/** The id of the session that a token was made for; null for what is no token of ours, or has run out. */
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

/** Who has no password signs in with Google or GitHub, and is asked there. */
const SEAT = `m."role", w."plan", g."id" as "agentId", exists (
  select from "WorkspaceSettings" r where r."workspaceId" = m."workspaceId" and r."twoFactorRequiredAt" <= s."createdAt"
) and exists (select from "User" u where u."id" = s."userId" and u."passwordHash" is not null)
and not exists (select from "TwoFactor" f where f."userId" = s."userId" and f."confirmedAt" is not null) as "needsTwoFactor"`;

/** The seat of s."userId" in the workspace that is named beside it. */
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

/** Requests of one moment, and all live streams that are looked at together, ask in one statement; each asks anew. */
const live = new DataLoader<Asked, Row | null>(readLive, { cache: false, maxBatchSize: 500 });

/** A sign-in that was last used before this moment has run out. An open portal uses its own all the time, by its live stream. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - env().SESSION_IDLE_MINUTES * 60_000);
}

/** A row that somebody holds is being noted already, or ended: two processes with the same people must not wait for one another. */
async function noteSignsOfLife(sessionIds: readonly string[], now: Date): Promise<void> {
  await pool().query({
    name: "note-sessions-seen",
    text: `update "Session" set "lastSeenAt" = $2
      where "id" in (select "id" from "Session" where "id" = any($1::uuid[]) for no key update skip locked)`,
    values: [sessionIds, now],
  });
}

/** The sessions' rows that still hold; notes the sign of life at most once a minute. */
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
