import { createHmac } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import type { WebchatCredentials } from "../channels/webchat/adapter.ts";
import { isSameSecret } from "../crypto.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";
import { secretMark, visitorProfile, type VisitorProfile } from "./visitor-token.ts";

/** A site's proof of its visitor's identity: a hash of their id, or a token that contains the id. */
export type VisitorProof = {
  identifier?: string | undefined;
  identifierHash?: string | undefined;
  userJwt?: string | undefined;
};

/** A visitor whose identity the site has signed. */
type ProvenVisitor = { visitorId: string; provenBy: string; profile: VisitorProfile };

/** Prefix of the ids that we generate. A site's own id must not start with it. */
export const ANONYMOUS = "anon-";
const LONGEST_ID = 255;
/** Allowed difference between a site's clock and ours, in seconds. */
const CLOCK_TOLERANCE = 30;

const userClaims = z.object({
  user_id: z.union([z.string(), z.int()]).transform(String),
  name: z.unknown().optional(),
  surname: z.unknown().optional(),
  email: z.unknown().optional(),
  phone: z.unknown().optional(),
  avatarUrl: z.unknown().optional(),
});

/**
 * The identity that the site gives the visitor; null: none. An id without a valid proof is refused, never accepted as a mere
 * claim.
 * @throws AppError UNAUTHENTICATED
 */
export async function proveVisitor(
  credentials: WebchatCredentials,
  { identifier, identifierHash, userJwt }: VisitorProof,
  now: Date,
): Promise<ProvenVisitor | null> {
  if (identifier === undefined && identifierHash === undefined && userJwt === undefined) return null;
  const secrets = validSecrets(credentials, now);
  if (userJwt !== undefined) {
    const proven = await byToken(secrets, userJwt, now);
    if (!proven || (identifier !== undefined && identifier !== proven.visitorId)) throw notProven();
    return proven;
  }
  if (identifier === undefined || identifierHash === undefined || !canBeId(identifier)) throw notProven();
  const given = identifierHash.toLowerCase();
  const secret = secrets.find((each) => isSameSecret(given, identityHash(each, identifier)));
  if (secret === undefined) throw notProven();
  return { visitorId: identifier, provenBy: secretMark(secret), profile: visitorProfile.parse({}) };
}

/** HMAC-SHA256 of the identifier in hex, keyed with the characters of the secret. The site computes the same. */
function identityHash(secret: string, identifier: string): string {
  return createHmac("sha256", secret).update(identifier).digest("hex");
}

/** The channel's secret, and the previous one while it is still valid. */
export function validSecrets(credentials: WebchatCredentials, now: Date): string[] {
  const { identitySecret, previousSecret, previousSecretUntil } = credentials;
  const isOverlap = previousSecretUntil !== undefined && Date.parse(previousSecretUntil) > now.getTime();
  return previousSecret !== undefined && isOverlap ? [identitySecret, previousSecret] : [identitySecret];
}

async function byToken(secrets: string[], token: string, now: Date): Promise<ProvenVisitor | null> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: ["HS256"],
        requiredClaims: ["user_id", "exp"],
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: now,
      });
      const { user_id: visitorId, ...profile } = userClaims.parse(payload);
      if (!canBeId(visitorId)) return null;
      return { visitorId, provenBy: secretMark(secret), profile: visitorProfile.parse(profile) };
    } catch {
      // Signed with another secret, or invalid.
    }
  }
  return null;
}

function canBeId(text: string): boolean {
  return (
    text.length > 0 && text.length <= LONGEST_ID && !text.startsWith(ANONYMOUS) && /^[^\p{Cc}\p{Cs}]+$/u.test(text)
  );
}

function notProven(): AppError {
  return new AppError("UNAUTHENTICATED", say("clients.chat.notProven"));
}
