import { timingSafeEqual, createHmac } from "node:crypto";
import { derivedKey } from "./crypto.ts";

/** How long a proof holds at least, in milliseconds: longer than clocks are apart. */
const PROOF_MS = 10 * 60 * 1000;

let id: string | null = null;

/** Which installation this is: the same for all processes with one ENCRYPTION_KEY, and nothing of that key can be learnt from it. */
export function instanceId(): string {
  id ??= derivedKey("instance").subarray(0, 8).toString("hex");
  return id;
}

/** Proves to a web process that one of its own installation asks, for some minutes. */
export function probeProof(now = Date.now()): string {
  return proofOf(Math.floor(now / PROOF_MS));
}

/** Whether a text is `probeProof` of an installation with the same key, from about this time. */
export function provesProbe(text: string, now = Date.now()): boolean {
  const span = Math.floor(now / PROOF_MS);
  const given = Buffer.from(text);
  return [span - 1, span, span + 1].some((one) => {
    const proof = Buffer.from(proofOf(one));
    return proof.length === given.length && timingSafeEqual(proof, given);
  });
}

function proofOf(span: number): string {
  return createHmac("sha256", derivedKey("stream probe")).update(String(span)).digest("base64url");
}
