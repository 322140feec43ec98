import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Message, Upload } from "../generated/prisma/client.ts";
import type { MessageType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { findUpload } from "./access.ts";
import { fileOfUrl, signedUrl } from "./upload-link.ts";

/** Longer than a send is retried (24 h), so every attempt has the same link. */
const FETCHABLE_MS = 7 * 24 * 60 * 60 * 1000;

const MEDIA: readonly MessageType[] = ["image", "audio", "video", "document"];

/**
 * Prepares an outgoing message for an external system. If its content is the address of an upload of its workspace, the address
 * becomes a signed link that is valid for seven days after the message was accepted.
 */
export function withFetchableMedia<M extends Pick<Message, "type" | "content" | "createdAt">>(
  workspaceId: number,
  message: M,
): M {
  const file = MEDIA.includes(message.type) ? fileOfUrl(message.content) : null;
  if (file?.workspaceId !== workspaceId) return message;
  const expiresAt = new Date(message.createdAt.getTime() + FETCHABLE_MS);
  return { ...message, content: signedUrl("GET", workspaceId, file.fileName, expiresAt) };
}

/**
 * Rejects a message whose media is an upload of another workspace, or one without bytes.
 * @returns the upload; null if the message has none of ours.
 * @throws AppError BAD_INPUT (`content`)
 */
export async function mediaMustBeThere(
  ctx: Ctx,
  { type, content }: Pick<Message, "type" | "content">,
): Promise<Upload | null> {
  const file = MEDIA.includes(type) ? fileOfUrl(content) : null;
  if (!file) return null;
  const upload = file.workspaceId === ctx.workspaceId ? await findUpload(ctx, file.fileName) : null;
  if (upload?.purpose === "media" && upload.storedAt !== null) return upload;
  throw badInput("content", say("clients.upload.contentNotThere"));
}
