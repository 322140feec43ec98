import type { MediaKind, MediaRule } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Message } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { say, type Said } from "../say.ts";
import { findUpload } from "./access.ts";
import { extensionOf } from "./media-types.ts";
import { fileOfUrl } from "./upload-link.ts";

const KINDS: readonly string[] = ["image", "audio", "video", "document"] satisfies MediaKind[];

/**
 * Refuses a message whose file its channel's provider would refuse: an upload of ours of another type or size than it takes. Of a file
 * elsewhere nothing is known; the provider says it then.
 * @throws AppError BAD_INPUT (`content`) that names what is taken and what this is.
 */
export async function mediaMustFit(
  ctx: Ctx,
  channelType: IntegrationType,
  { type, content }: Pick<Message, "type" | "content">,
): Promise<void> {
  const { media, name } = channelOf(channelType);
  if (!isMediaKind(type)) return;
  const rule = media[type];
  if (!rule) throw badInput("content", say("clients.upload.takesNone", { channel: name, type }));
  const file = fileOfUrl(content);
  const upload = file?.workspaceId === ctx.workspaceId ? await findUpload(ctx, file.fileName) : null;
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

export function isMediaKind(type: Message["type"]): type is MediaKind {
  return KINDS.includes(type);
}

function typesOf({ contentTypes }: MediaRule): string | Said {
  const names = contentTypes.map(nameOf);
  const last = names.pop() ?? "";
  return names.length > 0 ? say("clients.upload.either", { types: names.join(", "), last }) : last;
}

/** PDF, DOCX, JPG: what people know types by. */
function nameOf(contentType: string): string {
  return extensionOf(contentType)?.toUpperCase() ?? contentType;
}

/** Rounded up where it is over a limit by little: a file is never said to have the size of the limit that it exceeds. */
function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${Math.ceil(bytes / 100_000) / 10} MB`;
}
