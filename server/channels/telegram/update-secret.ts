import { createHmac, hkdfSync } from "node:crypto";
import { env } from "../../env.ts";

let key: Uint8Array | null = null;

/**
 * What Telegram shows with every update of this bot, to prove that it is Telegram. Made from the token and a key of ours: nothing
 * more to store, and a channel that gets another bot takes no updates of the one before.
 */
export function updateSecret(accessToken: string): string {
  const { ENCRYPTION_KEY } = env();
  key ??= new Uint8Array(
    hkdfSync("sha256", Buffer.from(ENCRYPTION_KEY, "base64"), "", "omnichannel telegram updates", 32),
  );
  return createHmac("sha256", key).update(accessToken).digest("base64url");
}
