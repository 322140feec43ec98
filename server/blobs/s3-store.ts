import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { BlobChanged, type BlobStore } from "./blob-store.ts";

export type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Objects of an S3-compatible bucket. */
export function s3Store({ endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey }: Bucket): BlobStore {
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Settings that every S3-compatible server supports: the bucket in the path, and no newer checksums.
    // Those would also be signed into an address before the bytes are known.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

  return {
    putAddress: (Key, expiresIn) => getSignedUrl(s3, new PutObjectCommand({ Bucket, Key }), { expiresIn }),

    async keep(Key, path, ContentType) {
      const { size } = await stat(path);
      const Body = createReadStream(path);
      try {
        // Servers without If-None-Match support replace the object. Then only the upload's row prevents a second upload.
        await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ContentType, IfNoneMatch: "*" }));
      } catch (error) {
        if (hasStatus(error, 409, 412)) return false;
        throw error;
      } finally {
        Body.destroy();
      }
      await rm(path);
      return true;
    },

    async stat(Key) {
      try {
        const { ContentLength, ETag } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
        return { sizeBytes: ContentLength ?? 0, version: ETag ?? "" };
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },

    async read(Key, { version, range, signal } = {}) {
      try {
        const { Body } = await s3.send(
          new GetObjectCommand({
            Bucket,
            Key,
            ...(version === undefined ? {} : { IfMatch: version }),
            ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          }),
          signal ? { abortSignal: signal } : {},
        );
        if (!(Body instanceof Readable)) throw new Error("the object storage answered without a stream");
        return Body;
      } catch (error) {
        throw hasStatus(error, 404, 412) ? new BlobChanged() : error;
      }
    },

    async delete(Key) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);
}
