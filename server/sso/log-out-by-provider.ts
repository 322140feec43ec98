import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet, type JWTPayload } from "jose";
import { endSessionsWhere } from "../auth/end-sessions.ts";
import { database } from "../db.ts";
import { log } from "../log.ts";
import { accountProvider } from "./access.ts";
import { verifiedSsoDomain } from "./company-sign-in.ts";
import { readKeys, readProvider } from "./identity-provider.ts";
import { reasonOf } from "./sso-domains.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const MOST_MINUTES = 5;

/**
 * A provider ends a person's sign-in (OpenID Connect Back-Channel Logout 1.0): all sessions of the provider's session, or of the person.
 * @param token the signed logout token.
 * @returns null when it is done, also when nothing was open; otherwise why the token is refused.
 */
export async function logOutByProvider(domain: string, token: string): Promise<string | null> {
  const row = await verifiedSsoDomain(domain);
  if (!row) return "This domain has no single sign-on";
  let claims: JWTPayload;
  try {
    // Before anything is asked of the provider.
    const { iss, aud } = decodeJwt(token);
    if (!sameIssuer(iss, row.issuer) || ![aud].flat().includes(row.clientId)) return "iss or aud is another one";
    const provider = await readProvider(row.issuer);
    const keys = createLocalJWKSet((await readKeys(provider)) as JSONWebKeySet);
    ({ payload: claims } = await jwtVerify(token, keys, {
      ...{ issuer: provider.issuer, audience: row.clientId, maxTokenAge: `${MOST_MINUTES} minutes` },
      ...{ clockTolerance: "1 minute", requiredClaims: ["iat", "jti", "events"] },
    }));
  } catch (error) {
    log.warn({ ssoDomainId: row.id, reason: reasonOf(error) }, "a logout token was refused");
    return "The token could not be verified";
  }
  const { sub, sid, events, nonce } = claims;
  if (nonce !== undefined || typeof events !== "object" || events === null || !(EVENT in events))
    return "This is no logout token";
  if (typeof sid !== "string" && typeof sub !== "string") return "sub or sid is missing";
  const account =
    typeof sub === "string"
      ? await database().account.findUnique({
          where: { provider_providerAccountId: { provider: accountProvider(row), providerAccountId: sub } },
        })
      : null;
  // A sign-in without an id of the provider's belongs to the person only.
  const ofPerson = account ? [{ userId: account.userId, ...(typeof sid === "string" ? { ssoSid: null } : {}) }] : [];
  const named = typeof sid === "string" ? [{ ssoSid: sid }] : [];
  await endSessionsWhere(database(), { ssoDomainId: row.id, OR: [...named, ...ofPerson] });
  return null;
}

/** The owner may have typed the address in another form. */
function sameIssuer(given: string | undefined, expected: string): boolean {
  const plain = (text: string) => URL.parse(text)?.href.replace(/\/$/, "");
  return given !== undefined && plain(given) === plain(expected);
}
