import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { env } from "./env.ts";

/** What a secret belongs to. Part of the authenticated header: a value copied to another row does not decrypt. */
export type SecretPlace = {
  workspaceId: number;
  table: "Integration" | "Webhook" | "Assistant" | "AssistantVersion" | "PushSubscription";
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

/**
 * Tells whether two values are the same, whatever the order of their members, and nothing of what is in them: it may be stored beside
 * secrets in clear. Another ENCRYPTION_KEY, another fingerprint.
 */
export function fingerprint(value: unknown): string {
  return createHmac("sha256", derivedKey("fingerprint")).update(JSON.stringify(value, inOrder)).digest("hex");
}

/** A key of 32 bytes for one purpose, the same in every process; of it nothing can be learnt about ENCRYPTION_KEY or another purpose. */
export function derivedKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", masterKey(), "", purpose, 32));
}

/** For JSON.stringify: members in the order of their names. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
