import { badInput } from "../errors.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { findUpload } from "../uploads/access.ts";
import { createUpload } from "../uploads/create-upload.ts";
import type { Visitor } from "./access.ts";

/** Largest file of a visitor, in bytes: anybody can be one. */
export const VISITOR_FILE_BYTES = 16 * 1024 * 1024;

type VisitorUploadInput = { contentType: string; name?: string | undefined; sizeBytes: number };

/** Where the file goes, and the `content` of the message that it is for. */
type VisitorUpload = { uploadUrl: string; content: string; expiresAt: Date };

/** An address for one file of a visitor's: for as many bytes as they announce, and for a message of theirs only. */
export async function createVisitorUpload(visitor: Visitor, input: VisitorUploadInput): Promise<VisitorUpload> {
  const { contentType, name, sizeBytes } = input;
  if (sizeBytes > VISITOR_FILE_BYTES)
    throw badInput("sizeBytes", say("clients.chat.fileTooLarge", { count: VISITOR_FILE_BYTES / 1024 / 1024 }));
  const { uploadUrl, url, expiresAt } = await createUpload(
    visitor.ctx,
    { contentType, purpose: "media", ...(name === undefined ? {} : { name }) },
    { createdBy: ownerOf(visitor), sizeBytes },
  );
  if (url === null) throw new Error("media has an address");
  return { uploadUrl, content: url, expiresAt };
}

/** A file that this visitor has brought; null for one that is not there yet, or anybody else's. */
export async function uploadOfVisitor(visitor: Visitor, fileName: string): Promise<Upload | null> {
  const upload = await findUpload(visitor.ctx, fileName);
  return upload?.createdBy === ownerOf(visitor) && upload.storedAt !== null ? upload : null;
}

function ownerOf({ integration, visitorId }: Visitor): string {
  return `webchat:${integration.id}:${visitorId}`;
}
