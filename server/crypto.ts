import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { env } from "./env.ts";

/** What a secret belongs to. Part of the authenticated header: a value copied to another row does not decrypt. */
export type SecretPlace = {
  /** 0 for a row that belongs to a person. */
  workspaceId: number;
  table:
    | "Integration"
    | "Webhook"
    | "Assistant"
    | "AssistantVersion"
    | "PushSubscription"
    | "SsoDomain"
    | "TwoFactor"
    | "(sign-in)";
  id: string;
  field: string;
};

/** Encrypts a value as a JWE bound to its place: A256GCM encrypts with a fresh key, which A256GCMKW wraps. */
export async function encryptSecret(value: unknown, place: SecretPlace): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ ...header(currentKey()), enc: "A256GCM", aad: placeName(place) })
    .encrypt(currentKey().bytes);
}

/**
 * Decrypts the output of `encryptSecret`.
 * @throws Error when the text was changed, belongs to another place, or was encrypted under a key that is neither
 * ENCRYPTION_KEY nor one of ENCRYPTION_KEYS_OLD.
 */
export async function decryptSecret(text: string, place: SecretPlace): Promise<unknown> {
  const { plaintext, protectedHeader } = await open(text);
  if (protectedHeader.aad !== placeName(place)) throw new Error("a secret stands in a row that it was not made for");
  return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
}

/** How long a decrypted secret stays in the cache, in milliseconds. */
const KEPT_OPEN_MS = 10_000;
const opened = new Map<string, Promise<unknown>>();

/** A cached `decryptSecret` for secrets that are needed many times a second. The caller must not change the returned value. */
export function openSecret(text: string, place: SecretPlace): Promise<unknown> {
  const key = `${placeName(place)} ${text}`;
  const known = opened.get(key);
  if (known) return known;
  const value = decryptSecret(text, place);
  opened.set(key, value);
  setTimeout(() => opened.delete(key), KEPT_OPEN_MS).unref();
  // Callers who await the value get the error. This prevents an unhandled rejection.
  value.catch(() => undefined);
  return value;
}

function placeName(place: SecretPlace): string {
  return `${place.workspaceId}/${place.table}/${place.id}/${place.field}`;
}

type Key = { id: string; bytes: Uint8Array };

let ring: { source: string; keys: Key[] } | null = null;

/** ENCRYPTION_KEY encrypts and decrypts. ENCRYPTION_KEYS_OLD only decrypt. A key's id reveals nothing about the key. */
function keyRing(): Key[] {
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_OLD } = env();
  const source = [ENCRYPTION_KEY, ...ENCRYPTION_KEYS_OLD].join(",");
  if (ring?.source !== source) {
    const keys = source.split(",").map((text) => Buffer.from(text, "base64"));
    ring = { source, keys: keys.map((bytes) => ({ id: derive(bytes, "key id").toString("hex").slice(0, 8), bytes })) };
  }
  return ring.keys;
}

function currentKey(): Key {
  const [key] = keyRing();
  if (!key) throw new Error("a key ring without a key");
  return key;
}

async function open(text: string) {
  const { kid } = decodeProtectedHeader(text);
  // A text without a key id can belong to any key.
  const keys = keyRing().filter(({ id }) => kid === undefined || kid === id);
  if (keys.length === 0)
    throw new Error(
      `a secret was encrypted under key ${kid}, which is not among ENCRYPTION_KEY and ENCRYPTION_KEYS_OLD`,
    );
  return Promise.any(keys.map(({ bytes }) => compactDecrypt(text, bytes))).catch((error: unknown) => {
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}

/** The key's id comes first, so that all texts of one key start with the same characters (`currentPrefix`). */
function header({ id }: Key): { kid: string; alg: string } {
  return { kid: id, alg: "A256GCMKW" };
}

/** The prefix of texts encrypted under the current key. Used to find texts that still use another key. */
export function currentPrefix(): string {
  // Only whole groups of three bytes become whole base64 characters.
  const start = `{"kid":"${currentKey().id}",`;
  return Buffer.from(start)
    .toString("base64url")
    .slice(0, Math.floor(start.length / 3) * 4);
}

/** Compares two secrets in constant time, for any input: both digests have the same length. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * A fingerprint to compare two values by, regardless of the order of their members. It reveals nothing about the value, so
 * it may be stored unencrypted beside secrets. It depends on ENCRYPTION_KEY.
 */
export function fingerprint(value: unknown): string {
  return createHmac("sha256", derivedKey("fingerprint")).update(JSON.stringify(value, inOrder)).digest("hex");
}

/**
 * A key of 32 bytes for one purpose, the same in every process. It reveals nothing about ENCRYPTION_KEY or keys for other
 * purposes.
 */
export function derivedKey(purpose: string): Buffer {
  return derive(currentKey().bytes, purpose);
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

/** A replacer for JSON.stringify that sorts members by name. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
