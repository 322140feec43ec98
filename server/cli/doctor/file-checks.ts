import { HeadBucketCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { explain } from "../run.ts";
import { fail, hostOf, ok, rowOf, warn, type Check, type Found, type Patient } from "./finding.ts";

type Machine = Patient["machine"];
const GIGABYTE = 1024 ** 3;
/** Limits of free disk space: the first two give a warning, the last is a fault. */
const ROOM = { warnShare: 0.1, warnBytes: 5 * GIGABYTE, failBytes: GIGABYTE / 2 };
const S3_MS = 5_000;

async function judgeSpace(machine: Machine, what: string, path: string): Promise<Found> {
  const space = await machine.space(path);
  if (!space) return ok(`the disk of ${what} cannot be seen from this machine`);
  const { freeBytes, totalBytes } = space;
  const words = `${(freeBytes / GIGABYTE).toFixed(1)} of ${(totalBytes / GIGABYTE).toFixed(0)} GB are free for ${what}`;
  const remedy = "Make room or enlarge the disk: a full one stops every write";
  if (freeBytes < ROOM.failBytes) return fail("disk-full", words, remedy);
  const isTight = freeBytes < ROOM.warnBytes && freeBytes < totalBytes * ROOM.warnShare;
  return isTight ? warn("disk-nearly-full", words, remedy) : ok(words);
}

/** The folder itself, or its nearest existing parent. */
async function nearest(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && dirname(path) !== path) return null;
    throw error;
  });
  if (!found) return nearest(dirname(path));
  if (!found.isDirectory()) throw new Error(`${path} is no folder`);
  return path;
}

async function judgeFolder(machine: Machine, dataDir: string): Promise<Found> {
  try {
    const folder = await nearest(join(dataDir, "uploads", "files"));
    await access(folder, constants.W_OK | constants.X_OK);
    return await judgeSpace(machine, "files (DATA_DIR)", folder);
  } catch (error) {
    return fail(
      "files-not-writable",
      `files cannot be written under DATA_DIR: ${explain(error)}`,
      "Give the user of the web and worker processes the folder (chown), or set DATA_DIR to one of theirs; all processes must share it",
    );
  }
}

async function judgeBucket(settings: Patient["settings"]): Promise<Found> {
  const { S3_ENDPOINT = "", S3_BUCKET = "", S3_REGION, S3_ACCESS_KEY_ID = "", S3_SECRET_ACCESS_KEY = "" } = settings;
  const s3 = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  const host = hostOf(S3_ENDPOINT);
  try {
    await s3.send(new HeadBucketCommand({ Bucket: S3_BUCKET }), { abortSignal: AbortSignal.timeout(S3_MS) });
    return ok(`the bucket ${S3_BUCKET} at ${host} answers`);
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404) {
      return fail(
        "storage-bucket-missing",
        `the object storage at ${host} has no bucket ${S3_BUCKET}`,
        "Create it, or correct S3_BUCKET",
      );
    }
    if (status === 401 || status === 403) {
      return fail(
        "storage-refused",
        `the object storage at ${host} refuses the key of S3_ACCESS_KEY_ID for ${S3_BUCKET}`,
        "Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and let that key list, read, write and delete in the bucket",
      );
    }
    return fail(
      "storage-unreachable",
      `the object storage at ${host} does not answer: ${status ? `status ${status}` : explain(error)}`,
      "See that it runs and that S3_ENDPOINT is right; uploads and files fail until then",
    );
  } finally {
    s3.destroy();
  }
}

/** Checks the places where files are stored. */
export const FILE_CHECKS: Check<Pick<Patient, "settings" | "machine">>[] = [
  {
    name: "files",
    run: ({ settings, machine }) =>
      settings.S3_ENDPOINT ? judgeBucket(settings) : judgeFolder(machine, settings.DATA_DIR),
  },
];

export const DATABASE_DISK_CHECK: Check = {
  name: "disk of the database",
  async run({ db, machine }) {
    const { path } = await rowOf<{ path: string | null }>(
      db,
      `select case when pg_has_role('pg_read_all_settings', 'member') then current_setting('data_directory', true) end as path`,
    );
    return path ? judgeSpace(machine, "the database", path) : ok("not shown to this database user");
  },
};
