import { z } from "zod";
import { decryptSecret, encryptSecret, type SecretPlace } from "../../crypto.ts";

/**
 * A backup is a gzipped tar, readable by every tar:
 *   manifest.json             what it is, and of which schema
 *   tables/NAME/000000 …      the rows of a table as COPY writes them (text), in pieces
 *   jobs.json                 jobs that wait: the queue itself is made anew
 *   files/WORKSPACE/NAME …    the bytes of every file
 *   end.json                  counts and SHA-256 of all that stands before it; without it the backup was cut off
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
  /** Names of the migrations that the database had, oldest first. */
  migrations: z.array(z.string()),
  /** Opens under the key by which the secrets of the backup do, and tells nothing of it. */
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

/** Of no row: what is sealed for it opens nowhere else. */
const MARK: SecretPlace = { workspaceId: 0, table: "Integration", id: "backup", field: "key" };

export function keyMark(): Promise<string> {
  return encryptSecret("backup", MARK);
}

/** Whether secrets of a backup open under the keys that are set. */
export async function opensHere(mark: string): Promise<boolean> {
  return decryptSecret(mark, MARK).then(
    () => true,
    () => false,
  );
}

/** What a backup or a restore did, for people. */
export type Done = { rows: number; files: number; jobs: number; bytes: number };

/** Progress in a sentence. */
export type Tell = (line: string) => void;

export function inUnits(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
