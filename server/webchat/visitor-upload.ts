import { badInput } from "../errors.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { findUpload } from "../uploads/access.ts";
import { createUpload } from "../uploads/create-upload.ts";
import type { Visitor } from "./access.ts";

/** Largest file of a visitor, in bytes. It is small because anyone can be a visitor. */
export const VISITOR_FILE_BYTES = 16 * 1024 * 1024;

type VisitorUploadInput = { contentType: string; name?: string | undefined; sizeBytes: number };

/** The upload address, and the `content` of the message with the file. */
type VisitorUpload = { uploadUrl: string; content: string; expiresAt: Date };

/**
 * Creates an upload address for one file of a visitor. It accepts only the announced number of bytes, and the file can be used
 * only in their messages.
 */
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

/** A file that this visitor uploaded; null if it has not arrived, or belongs to another visitor. */
export async function uploadOfVisitor(visitor: Visitor, fileName: string): Promise<Upload | null> {
  const upload = await findUpload(visitor.ctx, fileName);
  return upload?.createdBy === ownerOf(visitor) && upload.storedAt !== null ? upload : null;
}

function ownerOf({ integration, visitorId }: Visitor): string {
  return `webchat:${integration.id}:${visitorId}`;
}
