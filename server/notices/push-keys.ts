import { createECDH } from "node:crypto";
import { derivedKey } from "../crypto.ts";

/** The keys that identify us to push services (RFC 8292), in base64url. Browsers subscribe with `publicKey`. */
type PushKeys = { publicKey: string; privateKey: string };

let keys: PushKeys | null = null;

/**
 * The installation's own keys, derived from ENCRYPTION_KEY: nothing to configure or store, and the same in every process. A new
 * ENCRYPTION_KEY, on which all stored secrets depend, gives new keys. Browsers then subscribe again when the portal is next opened there.
 */
export function pushKeys(): PushKeys {
  keys ??= makeKeys();
  return keys;
}

function makeKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  // One in 2^32 values of this length is not valid for the curve.
  for (let attempt = 0; ; attempt++) {
    try {
      const privateKey = derivedKey(`push ${attempt}`);
      pair.setPrivateKey(privateKey);
      return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}
