import { createHmac, hkdfSync } from "node:crypto";
import { isSameSecret } from "../../crypto.ts";
import { env } from "../../env.ts";

let key: Uint8Array | null = null;

/**
 * The verify token of an app's address: what Meta shows when it asks whether the address is ours. Made from the app's secret and a
 * key of ours: nothing more to store, and nobody has to invent one.
 */
export function verifyToken(appSecret: string): string {
  const { ENCRYPTION_KEY } = env();
  key ??= new Uint8Array(
    hkdfSync("sha256", Buffer.from(ENCRYPTION_KEY, "base64"), "", "omnichannel meta handshake", 32),
  );
  return createHmac("sha256", key).update(appSecret).digest("base64url");
}

/** Meta's question `?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…`: the challenge, or null for somebody else's. */
export function answerHandshake(query: URLSearchParams, appSecret: string): string | null {
  const challenge = query.get("hub.challenge");
  if (query.get("hub.mode") !== "subscribe" || challenge === null) return null;
  // It is sent back as it came: nothing that a browser could take for a page.
  if (!/^[\w-]{1,256}$/.test(challenge)) return null;
  return isSameSecret(query.get("hub.verify_token") ?? "", verifyToken(appSecret)) ? challenge : null;
}
