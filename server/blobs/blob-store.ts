import type { Readable } from "node:stream";

/** A stored file. `version` changes whenever its bytes are replaced. */
export type StoredBlob = { sizeBytes: number; version: string };

/** Bytes of a file, both ends inclusive, as HTTP counts them. */
export type ByteRange = { start: number; end: number };

/** The bytes are gone, or are not those that were asked for. */
export class BlobChanged extends Error {
  constructor() {
    super("The file is gone or was changed");
    this.name = "BlobChanged";
  }
}

/** Where the service keeps files. A key is `<workspaceId>/<fileName>`: both ours, never a caller's text. */
export type BlobStore = {
  /** An address that takes the file by PUT without passing through the service; null where there is none. */
  putAddress: (key: string, expiresInSeconds: number) => Promise<string | null>;
  /**
   * Takes over a finished file of this machine (`spool`), whole or not at all.
   * @returns false when the key is taken: what is stored is never replaced.
   */
  keep: (key: string, path: string, contentType: string) => Promise<boolean>;
  /** Null for a file that is not there. */
  stat: (key: string) => Promise<StoredBlob | null>;
  /** The bytes as a stream. @throws BlobChanged */
  read: (key: string, options?: { version?: string; range?: ByteRange }) => Promise<Readable>;
  /** A file that is not there is deleted already. */
  delete: (key: string) => Promise<void>;
};
