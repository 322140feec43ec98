import { createHash, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { env } from "./env.ts";

/** What a secret belongs to. Part of the authenticated header: a value copied to another row does not decrypt. */
export type SecretPlace = {
  workspaceId: number;
  table: "Integration" | "Webhook" | "Assistant";
  id: string;
  field: string;
};

/** A value as a JWE (A256GCMKW wraps a key of its own, A256GCM encrypts) bound to its place. */
export async function encryptSecret(value: unknown, place: SecretPlace): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: "A256GCMKW", enc: "A256GCM", aad: placeName(place) })
    .encrypt(masterKey());
}

/**
 * The value of `encryptSecret`.
 * @throws Error when the text was changed, belongs to another place, or ENCRYPTION_KEY is another one.
 */
export async function decryptSecret(text: string, place: SecretPlace): Promise<unknown> {
  const { plaintext, protectedHeader } = await compactDecrypt(text, masterKey());
  if (protectedHeader.aad !== placeName(place)) throw new Error("a secret stands in a row that it was not made for");
  return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
}

function placeName(place: SecretPlace): string {
  return `${place.workspaceId}/${place.table}/${place.id}/${place.field}`;
}

function masterKey(): Uint8Array {
  return Buffer.from(env().ENCRYPTION_KEY, "base64");
}

/** Whether two secrets are the same, in constant time whatever was sent: digests are of one length. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
