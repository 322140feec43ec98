import type { Ctx } from "../ctx.ts";
import type { MediaCopy, Message, Upload } from "../generated/prisma/client.ts";
import { isMediaKind } from "../uploads/media-must-fit.ts";
import { fileOfUrl } from "../uploads/upload-link.ts";

/** Details of a message's file. For a file stored elsewhere, only its URL is known. */
export type MessageMedia = {
  /** The sender's name for it. */
  fileName: string | null;
  contentType: string | null;
  sizeBytes: number | null;
  /** `copying`: still at the contact's provider. `lost`: it could not be copied; `error` says why. */
  state: "ready" | "copying" | "lost";
  error: string | null;
};

export type MessageFile = Pick<Message, "type" | "content">;

const ELSEWHERE: MessageMedia = { fileName: null, contentType: null, sizeBytes: null, state: "ready", error: null };
const GONE: MessageMedia = { ...ELSEWHERE, state: "lost", error: "The file was deleted" };

/**
 * The files of messages that the actor may read, in the messages' order; null for a message without a file. One query for all messages.
 */
export async function mediaOfMessages(ctx: Ctx, messages: readonly MessageFile[]): Promise<(MessageMedia | null)[]> {
  const { workspaceId } = ctx;
  const names = messages.map(({ type, content }) => (isMediaKind(type) ? fileOfUrl(content) : null));
  const wanted = names.flatMap((file) => (file?.workspaceId === workspaceId ? [file.fileName] : []));
  const uploads =
    wanted.length === 0
      ? []
      : await ctx.db.upload.findMany({
          where: { workspaceId, purpose: "media", fileName: { in: wanted } },
          include: { mediaCopy: true },
        });
  const byName = new Map(uploads.map((upload) => [upload.fileName, upload]));
  return messages.map(({ type, content }, index) => {
    if (!isMediaKind(type) || content === "") return null;
    const file = names[index];
    if (file?.workspaceId !== workspaceId) return ELSEWHERE;
    const upload = byName.get(file.fileName);
    return upload ? mediaOf(upload) : GONE;
  });
}

function mediaOf(upload: Upload & { mediaCopy: MediaCopy | null }): MessageMedia {
  const { name: fileName, contentType, sizeBytes, mediaCopy } = upload;
  if (mediaCopy === null) return { fileName, contentType, sizeBytes, state: "ready", error: null };
  // Until the bytes are copied, the file's details are the provider's.
  const state = mediaCopy.lostAt ? "lost" : "copying";
  return { fileName, contentType, sizeBytes: null, state, error: mediaCopy.lostAt ? mediaCopy.error : null };
}
