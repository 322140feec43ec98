import type { MediaKind, MediaRule } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Message, Upload } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { say, type Said } from "../say.ts";
import { findUpload } from "./access.ts";
import { extensionOf } from "./media-types.ts";
import { fileOfUrl } from "./upload-link.ts";

const KINDS: readonly string[] = ["image", "audio", "video", "document"] satisfies MediaKind[];

/**
 * Rejects a message whose file the provider would refuse: one of our uploads with an unsupported type or size. An external file
 * is unknown to us, so the provider decides.
 * @param found the upload, if the caller has looked for it.
 * @throws AppError BAD_INPUT (`content`) that names what is accepted and what this file is.
 */
export async function mediaMustFit(
  ctx: Ctx,
  channelType: IntegrationType,
  { type, content }: Pick<Message, "type" | "content">,
  found?: Upload | null,
): Promise<void> {
  const { media, name } = channelOf(channelType);
  if (!isMediaKind(type)) return;
  const rule = media[type];
  if (!rule) throw badInput("content", say("clients.upload.takesNone", { channel: name, type }));
  const upload = found === undefined ? await uploadOf(ctx, content) : found;
  if (!upload || upload.sizeBytes === null) return;
  const { contentType, sizeBytes } = upload;
  if (rule.contentTypes.includes(contentType) && sizeBytes <= rule.maxBytes) return;
  throw badInput(
    "content",
    say("clients.upload.takes", {
      channel: name,
      type,
      types: typesOf(rule),
      size: size(rule.maxBytes),
      ownType: nameOf(contentType),
      ownSize: size(sizeBytes),
    }),
  );
}

async function uploadOf(ctx: Ctx, url: string): Promise<Upload | null> {
  const file = fileOfUrl(url);
  return file?.workspaceId === ctx.workspaceId ? findUpload(ctx, file.fileName) : null;
}

export function isMediaKind(type: Message["type"]): type is MediaKind {
  return KINDS.includes(type);
}

function typesOf({ contentTypes }: MediaRule): string | Said {
  const names = contentTypes.map(nameOf);
  const last = names.pop() ?? "";
  return names.length > 0 ? say("clients.upload.either", { types: names.join(", "), last }) : last;
}

/** PDF, DOCX, JPG: the names that people know. */
function nameOf(contentType: string): string {
  return extensionOf(contentType)?.toUpperCase() ?? contentType;
}

/** Rounded up slightly above a limit, so a file over the limit is never shown with the limit's size. */
function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${Math.ceil(bytes / 100_000) / 10} MB`;
}
