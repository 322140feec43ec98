import { createHmac } from "node:crypto";
import { derivedKey, isSameSecret } from "../../crypto.ts";

/**
 * The verify token of an app's address: what Meta shows when it asks whether the address is ours. Made from the app's secret and a
 * key of ours: nothing more to store, and nobody has to invent one.
 */
export function verifyToken(appSecret: string): string {
  return createHmac("sha256", derivedKey("omnichannel meta handshake")).update(appSecret).digest("base64url");
}

/** Meta's question `?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…`: the challenge, or null for somebody else's. */
export function answerHandshake(query: URLSearchParams, appSecret: string): string | null {
  const challenge = query.get("hub.challenge");
  if (query.get("hub.mode") !== "subscribe" || challenge === null) return null;
  // It is sent back as it came: nothing that a browser could take for a page.
  if (!/^[\w-]{1,256}$/.test(challenge)) return null;
  return isSameSecret(query.get("hub.verify_token") ?? "", verifyToken(appSecret)) ? challenge : null;
}
