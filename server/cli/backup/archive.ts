import { z } from "zod";
import { decryptSecret, encryptSecret, type SecretPlace } from "../../crypto.ts";

/**
 * A backup is a gzipped tar that every tar program can read:
 *   manifest.json             what it is, and its schema
 *   tables/NAME/000000 …      the rows of a table in COPY text format, in pieces
 *   jobs.json                 waiting jobs; a restore creates the queue itself again
 *   files/WORKSPACE/NAME …    the bytes of every file
 *   end.json                  counts and SHA-256 of everything before it; without it the backup is incomplete
 */
export const FORMAT = 1;

export const NAMES = {
  manifest: "manifest.json",
  jobs: "jobs.json",
  end: "end.json",
  piece: (table: string, number: number) => `tables/${table}/${String(number).padStart(6, "0")}`,
  file: (key: string) => `files/${key}`,
};

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

export const manifestShape = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Names of the migrations applied to the database, oldest first. */
  migrations: z.array(z.string()),
  /** A mark encrypted with the key of the backup's secrets. It reveals nothing about the key. */
  key: z.string(),
  tables: z.array(table),
});
export type Manifest = z.infer<typeof manifestShape>;

export const jobsShape = z.array(
  z.object({ name: z.string(), data: z.record(z.string(), z.unknown()), startAfter: z.iso.datetime({ offset: true }) }),
);
export type WaitingJobs = z.infer<typeof jobsShape>;

const sum = z.object({ count: z.number(), bytes: z.number(), sha256: z.string() });
export type Sum = z.infer<typeof sum>;

export const endShape = z.object({
  tables: z.record(z.string(), sum),
  files: sum,
  jobs: sum,
});
export type End = z.infer<typeof endShape>;

/** No row has this place, so a value encrypted for it cannot be decrypted elsewhere. */
const MARK: SecretPlace = { workspaceId: 0, table: "Integration", id: "backup", field: "key" };

export function keyMark(): Promise<string> {
  return encryptSecret("backup", MARK);
}

/** Whether the configured keys can decrypt the backup's secrets. */
export async function opensHere(mark: string): Promise<boolean> {
  return decryptSecret(mark, MARK).then(
    () => true,
    () => false,
  );
}

/** The result of a backup or a restore, for people. */
export type Done = { rows: number; files: number; jobs: number; bytes: number };

/** Receives progress as a sentence. */
export type Tell = (line: string) => void;

export function inUnits(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
