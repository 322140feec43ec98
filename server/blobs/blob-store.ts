import type { Readable } from "node:stream";

/** A stored file. `version` changes whenever its bytes are replaced. */
export type StoredBlob = { sizeBytes: number; version: string };

/** A byte range of a file, both ends inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number };

/** The bytes are gone, or another version replaced them. */
export class BlobChanged extends Error {
  constructor() {
    super("The file is gone or was changed");
    this.name = "BlobChanged";
  }
}

/** The service's file storage. A key is `<workspaceId>/<fileName>`. Both parts are ours, never a caller's text. */
export type BlobStore = {
  /** An address that accepts the file by PUT without passing through the service; null if the store has none. */
  putAddress: (key: string, expiresInSeconds: number) => Promise<string | null>;
  /**
   * Takes over a finished local file (`spool`), completely or not at all.
   * @returns false if the key exists: a stored file is never replaced.
   */
  keep: (key: string, path: string, contentType: string) => Promise<boolean>;
  /** Null if the file does not exist. */
  stat: (key: string) => Promise<StoredBlob | null>;
  /** The bytes as a stream. `signal` ends the request for it. @throws BlobChanged */
  read: (key: string, options?: { version?: string; range?: ByteRange; signal?: AbortSignal }) => Promise<Readable>;
  /** Deleting a file that does not exist succeeds. */
  delete: (key: string) => Promise<void>;
};
