import { createHmac } from "node:crypto";
import { derivedKey, isSameSecret } from "../../crypto.ts";

/**
 * The verify token of an app's address. Meta presents it to check that the address is ours. It is derived from the app's secret
 * and one of our keys, so it needs no storage and people need not invent one.
 */
export function verifyToken(appSecret: string): string {
  return createHmac("sha256", derivedKey("omnichannel meta handshake")).update(appSecret).digest("base64url");
}

/**
 * Answers Meta's request `?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge. null: the token is not
 * ours.
 */
export function answerHandshake(query: URLSearchParams, appSecret: string): string | null {
  const challenge = query.get("hub.challenge");
  if (query.get("hub.mode") !== "subscribe" || challenge === null) return null;
  // The challenge is sent back unchanged, so it must not contain anything that a browser could render as a page.
  if (!/^[\w-]{1,256}$/.test(challenge)) return null;
  return isSameSecret(query.get("hub.verify_token") ?? "", verifyToken(appSecret)) ? challenge : null;
}
