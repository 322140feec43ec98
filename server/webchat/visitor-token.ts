import { createHash, hkdfSync } from "node:crypto";
import {
  EncryptJWT,
  jwtDecrypt,
  jwtVerify,
  SignJWT,
  type JWTClaimVerificationOptions,
  type JWTPayload,
  type ProduceJWT,
} from "jose";
import { z } from "zod";
import { env } from "../env.ts";

/** The identity stored in a visitor's browser. */
export type VisitorClaims = {
  /** Their id under the channel's identity scope: random and ours, or the site's own for a visitor it has signed. */
  visitorId: string;
  /** The channel secret that proved it (`secretMark`); null: no proof. The proof ends when that secret expires. */
  provenBy: string | null;
  /** The site's profile of them, until they have written and a contact stores it. */
  profile: VisitorProfile;
};

/** No control characters and no lone surrogates: Postgres cannot store them, and names do not contain them. */
const PLAIN = /^[^\p{Cc}\p{Cs}]+$/u;
const line = (max: number) => z.string().trim().regex(PLAIN).max(max).nullish().catch(null);
const https = z
  .url({ protocol: /^https$/ })
  .regex(PLAIN)
  .max(1_000)
  .nullish()
  .catch(null);

/** The profile that a site may give. Invalid fields are left out instead of refusing the chat. */
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

const SIGNED = "HS256";
const ENCRYPTED = "A256GCM";

const claims = z.object({
  sub: z.string().min(1),
  by: z.string().optional(),
  profile: visitorProfile.optional(),
});

/** A session of a channel's visitor, valid for a year from now. */
export async function signSession(integrationId: string, visitor: VisitorClaims, now: Date) {
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  const jwt = filled(new SignJWT(payloadOf(visitor)), integrationId, visitor, expiresAt, now);
  return { token: await jwt.setProtectedHeader({ alg: SIGNED }).sign(keyOf("session")), expiresAt };
}

/** The visitor of a session; null for one that is forged, of another channel, or expired. */
export async function readSession(integrationId: string, token: string, now: Date): Promise<VisitorClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf("session"), {
      algorithms: [SIGNED],
      ...wanted(integrationId, now),
    });
    return visitorOf(payload);
  } catch {
    // An invalid session gives no access. The caller must not learn the reason.
    return null;
  }
}

/**
 * A ticket that opens one event stream within half a minute, because an EventSource can send no header. It is encrypted because
 * addresses end up in logs, and a visitor's id may be their email address.
 */
export function makeTicket(integrationId: string, visitor: VisitorClaims, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1_000);
  const jwt = filled(new EncryptJWT(payloadOf({ ...visitor, profile: {} })), integrationId, visitor, expiresAt, now);
  return jwt.setProtectedHeader({ alg: "dir", enc: ENCRYPTED }).encrypt(keyOf("ticket"));
}

/** A ticket's visitor, and its own id, which makes it usable only once; null as in `readSession`. */
export async function readTicket(integrationId: string, ticket: string, now: Date) {
  try {
    const { payload } = await jwtDecrypt(ticket, keyOf("ticket"), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: [ENCRYPTED],
      ...wanted(integrationId, now),
    });
    return { visitor: visitorOf(payload), id: String(payload.jti) };
  } catch {
    return null;
  }
}

/** Identifies a secret without revealing anything about it. */
export function secretMark(secret: string): string {
  return createHash("sha256").update(`omnichannel web chat secret ${secret}`).digest("base64url").slice(0, 16);
}

function payloadOf({ provenBy, profile }: VisitorClaims): JWTPayload {
  const told = Object.fromEntries(Object.entries(profile).filter(([, value]) => value != null));
  return {
    ...(provenBy === null ? {} : { by: provenBy }),
    ...(Object.keys(told).length > 0 ? { profile: told } : {}),
  };
}

function filled<T extends ProduceJWT>(jwt: T, audience: string, { visitorId }: VisitorClaims, until: Date, now: Date) {
  return jwt
    .setSubject(visitorId)
    .setAudience(audience)
    .setJti(crypto.randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(until);
}

function wanted(audience: string, now: Date): JWTClaimVerificationOptions {
  return { audience, requiredClaims: ["sub", "exp", "jti"], currentDate: now };
}

function visitorOf(payload: JWTPayload): VisitorClaims {
  const { sub, by, profile } = claims.parse(payload);
  return { visitorId: sub, provenBy: by ?? null, profile: profile ?? {} };
}

type Use = "session" | "ticket";

const keys = new Map<Use, Uint8Array>();

/** A separate key for each use, so a token for one use is invalid for the others. */
function keyOf(use: Use): Uint8Array {
  const known = keys.get(use);
  if (known) return known;
  const key = new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", `omnichannel web chat ${use}`, 32));
  keys.set(use, key);
  return key;
}
