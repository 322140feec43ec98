import { timingSafeEqual, createHmac } from "node:crypto";
import { derivedKey } from "./crypto.ts";

/** The shortest validity of a proof, in milliseconds. It exceeds the clock difference between machines. */
const PROOF_MS = 10 * 60 * 1000;

let id: string | null = null;

/** The id of this installation: the same for all processes with one ENCRYPTION_KEY. It reveals nothing about the key. */
export function instanceId(): string {
  id ??= derivedKey("instance").subarray(0, 8).toString("hex");
  return id;
}

/** Proves to a web process that the caller belongs to the same installation. Valid for some minutes. */
export function probeProof(now = Date.now()): string {
  return proofOf(Math.floor(now / PROOF_MS));
}

/** Whether the text is a current `probeProof` of an installation with the same key. */
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
