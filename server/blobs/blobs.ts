import { env } from "../env.ts";
import type { BlobStore } from "./blob-store.ts";
import { fileStore } from "./file-store.ts";
import type { Bucket } from "./s3-store.ts";

let bucket: Promise<BlobStore> | null = null;

/** The storage of this process: files under DATA_DIR, or an S3-compatible bucket if S3_* is set. */
export function blobs(): Promise<BlobStore> {
  const { DATA_DIR, S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env();
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return Promise.resolve(fileStore(DATA_DIR));
  bucket ??= openBucket({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
  return bucket;
}

async function openBucket(place: Bucket): Promise<BlobStore> {
  // The client is large, so a process that stores files on disk does not load it.
  const { s3Store } = await import("./s3-store.ts");
  return s3Store(place);
}
