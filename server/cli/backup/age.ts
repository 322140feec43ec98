import { open, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { Decrypter, Encrypter } from "age-encryption";

/**
 * Backups encrypted in the format age-encryption.org/v1. The program `age` reads and writes it too, so a backup can be opened without
 * the product.
 */
const HEADER = "age-encryption.org/v1";

type Bytes = AsyncIterable<Uint8Array>;

const toWeb = (bytes: Bytes) => Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>;

/**
 * A step of a pipeline that encrypts.
 * @param recipients public keys (`age1…`); each owner of one can decrypt. None: the bytes stay as they are.
 * @throws Error in a sentence: a key that is none.
 */
export function encryptFor(recipients: readonly string[]): (plain: Bytes) => AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Error(`${recipient} is no age recipient: age-keygen makes one, which begins with age1.`);
    }
  }
  return async function* (plain) {
    if (recipients.length === 0) yield* plain;
    else yield* await encrypter.encrypt(toWeb(plain));
  };
}

/** Whether the file is encrypted in this format. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(HEADER.length) });
    return buffer.toString("latin1") === HEADER;
  } finally {
    await handle.close();
  }
}

/**
 * Decrypts.
 * @param identities a file with secret keys (`AGE-SECRET-KEY-…`, one per line), as age-keygen writes it.
 * @throws Error in a sentence: no key in the file, or none that fits.
 */
export async function* decrypted(bytes: Bytes, identities: string): AsyncGenerator<Uint8Array> {
  const lines = (await readFile(identities, "utf8")).split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (keys.length === 0) throw new Error(`${identities} has no age identity: a line that begins with AGE-SECRET-KEY-.`);
  const decrypter = new Decrypter();
  for (const key of keys) {
    try {
      decrypter.addIdentity(key);
    } catch {
      // The library's message has the key.
      throw new Error(`${identities} has an age identity that is not valid.`);
    }
  }
  const plain = await decrypter.decrypt(toWeb(bytes)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The backup cannot be decrypted with ${identities}: ${reason}.`);
  });
  try {
    yield* plain;
  } catch {
    throw new Error("The backup is not complete, or its bytes were changed. Nothing was restored.");
  }
}
