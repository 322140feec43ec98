import { createHash, hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { env } from "../env.ts";

/** What a visitor's browser keeps of who they are. */
export type VisitorClaims = {
  /** Their id under the channel's identity scope: ours and random, or the site's own for somebody it has signed for. */
  visitorId: string;
  /** Which of the channel's secrets proved it (`secretMark`); null: nobody has. Once that secret is over, so is the proof. */
  provenBy: string | null;
  /** What the site said of them, until they have written and there is a contact to keep it. */
  profile: VisitorProfile;
};

/** Without control characters and halves of others: Postgres would not store them, and nobody has them in a name. */
const PLAIN = /^[^\p{Cc}\p{Cs}]+$/u;
const line = (max: number) => z.string().trim().regex(PLAIN).max(max).nullish().catch(null);
const https = z
  .url({ protocol: /^https$/ })
  .regex(PLAIN)
  .max(1_000)
  .nullish()
  .catch(null);

/** What a site may tell of its visitor; what does not fit is left out, a chat is not refused for it. */
export const visitorProfile = z.object({
  name: line(200),
  surname: line(200),
  email: z.email().max(254).nullish().catch(null),
  phone: line(40),
  avatarUrl: https,
});
export type VisitorProfile = z.infer<typeof visitorProfile>;

const SESSION_DAYS = 365;
const TICKET_SECONDS = 30;

const claims = z.object({
  sub: z.string().min(1),
  by: z.string().optional(),
  profile: visitorProfile.optional(),
});

/** A session of a channel's visitor, good for a year from now. */
export async function signSession(
  integrationId: string,
  visitor: VisitorClaims,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  return { token: await sign("session", integrationId, visitor, expiresAt, now), expiresAt };
}

/** Who the session is of; null for one that is forged, of another channel, or over. */
export async function readSession(integrationId: string, token: string, now: Date): Promise<VisitorClaims | null> {
  return (await read("session", integrationId, token, now))?.visitor ?? null;
}

/** Opens one stream of events, within half a minute: an EventSource can send no header, and addresses end up in logs. */
export function signTicket(integrationId: string, visitor: VisitorClaims, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1_000);
  return sign("ticket", integrationId, { ...visitor, profile: {} as VisitorProfile }, expiresAt, now);
}

/** Whose ticket it is, and its own id, by which it is used once; null as in `readSession`. */
export function readTicket(
  integrationId: string,
  ticket: string,
  now: Date,
): Promise<{ visitor: VisitorClaims; id: string } | null> {
  return read("ticket", integrationId, ticket, now);
}

/** Names a secret without telling anything of it. */
export function secretMark(secret: string): string {
  return createHash("sha256").update(`omnichannel web chat secret ${secret}`).digest("base64url").slice(0, 16);
}

type Use = "session" | "ticket";

function sign(use: Use, audience: string, visitor: VisitorClaims, expiresAt: Date, now: Date): Promise<string> {
  const { visitorId, provenBy } = visitor;
  const profile = Object.fromEntries(Object.entries(visitor.profile).filter(([, value]) => value != null));
  return new SignJWT({
    ...(provenBy === null ? {} : { by: provenBy }),
    ...(Object.keys(profile).length > 0 ? { profile } : {}),
  })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(visitorId)
    .setAudience(audience)
    .setJti(crypto.randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(keyOf(use));
}

async function read(use: Use, audience: string, token: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, keyOf(use), {
      algorithms: ["HS256"],
      audience,
      requiredClaims: ["sub", "exp", "jti"],
      currentDate: now,
    });
    const { sub, by, profile } = claims.parse(payload);
    const visitor: VisitorClaims = {
      visitorId: sub,
      provenBy: by ?? null,
      profile: profile ?? visitorProfile.parse({}),
    };
    return { visitor, id: String(payload.jti) };
  } catch {
    // Whatever is wrong with it, it opens nothing; why is nobody's business.
    return null;
  }
}

const keys = new Map<Use, Uint8Array>();

/** A key for each use, so that what is signed for one holds for no other. */
function keyOf(use: Use): Uint8Array {
  const known = keys.get(use);
  if (known) return known;
  const key = new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", `omnichannel web chat ${use}`, 32));
  keys.set(use, key);
  return key;
}
