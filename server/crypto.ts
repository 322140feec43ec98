import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { env } from "./env.ts";

/** What a secret belongs to. Part of the authenticated header: a value copied to another row does not decrypt. */
export type SecretPlace = {
  /** 0 for what belongs to a person. */
  workspaceId: number;
  table: "Integration" | "Webhook" | "Assistant" | "AssistantVersion" | "PushSubscription" | "TwoFactor";
  id: string;
  field: string;
};

/** A value as a JWE (A256GCMKW wraps a key of its own, A256GCM encrypts) bound to its place. */
export async function encryptSecret(value: unknown, place: SecretPlace): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ ...header(currentKey()), enc: "A256GCM", aad: placeName(place) })
    .encrypt(currentKey().bytes);
}

/**
 * The value of `encryptSecret`.
 * @throws Error when the text was changed, belongs to another place, or was encrypted under a key that is neither ENCRYPTION_KEY nor one
 * of ENCRYPTION_KEYS_OLD.
 */
export async function decryptSecret(text: string, place: SecretPlace): Promise<unknown> {
  const { plaintext, protectedHeader } = await open(text);
  if (protectedHeader.aad !== placeName(place)) throw new Error("a secret stands in a row that it was not made for");
  return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
}

/** How long an opened secret is kept for whoever needs it next, in milliseconds. */
const KEPT_OPEN_MS = 10_000;
const opened = new Map<string, Promise<unknown>>();

/**
 * decryptSecret for what is needed many times a second: the same text of the same place is opened once in a while. Whoever is
 * answered must not change the value.
 */
export function openSecret(text: string, place: SecretPlace): Promise<unknown> {
  const key = `${placeName(place)} ${text}`;
  const known = opened.get(key);
  if (known) return known;
  const value = decryptSecret(text, place);
  opened.set(key, value);
  setTimeout(() => opened.delete(key), KEPT_OPEN_MS).unref();
  // Whoever waits for it meets the fault; until then it is nobody's.
  value.catch(() => undefined);
  return value;
}

function placeName(place: SecretPlace): string {
  return `${place.workspaceId}/${place.table}/${place.id}/${place.field}`;
}

type Key = { id: string; bytes: Uint8Array };

let ring: { source: string; keys: Key[] } | null = null;

/** ENCRYPTION_KEY, which encrypts, and behind it those of ENCRYPTION_KEYS_OLD, which only open. A key's id tells nothing of it. */
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
  // A text from before keys had ids names none: then any may be its own.
  const keys = keyRing().filter(({ id }) => kid === undefined || kid === id);
  if (keys.length === 0)
    throw new Error(
      `a secret was encrypted under key ${kid}, which is not among ENCRYPTION_KEY and ENCRYPTION_KEYS_OLD`,
    );
  return Promise.any(keys.map(({ bytes }) => compactDecrypt(text, bytes))).catch((error: unknown) => {
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}

/** With the key's id first, so that the texts of one key begin alike (`currentPrefix`). */
function header({ id }: Key): { kid: string; alg: string } {
  return { kid: id, alg: "A256GCMKW" };
}

/** How every text begins that is encrypted under the current key, and no other: for looking up those that are not yet. */
export function currentPrefix(): string {
  // Whole groups of three bytes, which are whole characters of base64.
  const start = `{"kid":"${currentKey().id}",`;
  return Buffer.from(start)
    .toString("base64url")
    .slice(0, Math.floor(start.length / 3) * 4);
}

/** Whether two secrets are the same, in constant time whatever was sent: digests are of one length. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
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
  return derive(currentKey().bytes, purpose);
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

/** For JSON.stringify: members in the order of their names. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
