import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "svck_";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PATTERN = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A new secret: `svck_`, then 30 base62 characters (178 bits), then 6 characters of their CRC32. */
export function generateKey(): string {
  let random = "";
  for (let i = 0; i < RANDOM_LENGTH; i++) random += ALPHABET[randomInt(ALPHABET.length)];
  return PREFIX + random + checksum(random);
}

/** Whether the text has the format of a key. A mistyped key is refused without a database query. */
export function looksLikeKey(text: string): boolean {
  const match = PATTERN.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** The stored form of a secret: SHA-256, which is enough for 178 random bits. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

/** The form in which a key is shown after its creation. */
export function maskKey(last4: string): string {
  return `${PREFIX}…${last4}`;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
