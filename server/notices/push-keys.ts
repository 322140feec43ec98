import { createECDH } from "node:crypto";
import { derivedKey } from "../crypto.ts";

/** By which push services know us (RFC 8292), in base64url; `publicKey` is what browsers subscribe with. */
type PushKeys = { publicKey: string; privateKey: string };

let keys: PushKeys | null = null;

/**
 * The installation's own keys, made of ENCRYPTION_KEY: nothing to set or to keep, and the same in every process. Whoever replaces that
 * setting, on which every stored secret hangs, gets new ones: browsers then subscribe anew when the portal is next opened there.
 */
export function pushKeys(): PushKeys {
  keys ??= makeKeys();
  return keys;
}

function makeKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  // One in 2^32 numbers of this length is none of the curve's.
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
