import type { Ad } from "../channels/ad.ts";
import { notFound } from "../errors.ts";
import type { OpenUpload } from "../uploads/open-upload.ts";
import { addressAmong, openPicture } from "../uploads/remote-picture.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { templateOf } from "../messages/message-parts.ts";
import { textsIn } from "../messages/placeholders.ts";

/**
 * An image stored elsewhere that a message shows to the actor: the message itself, one of its template's, or its ad's.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export const pictureOfMessage = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { id: string; url: string }): Promise<OpenUpload> => {
    const message = await ctx.db.message.findFirst({
      where: { workspaceId: ctx.workspaceId, id: input.id, conversation: convsVisibleTo(ctx) },
    });
    if (!message) throw notFound("picture");
    const shown = message.type === "image" ? [message.content] : [...textsIn(await templateOf(ctx, message))];
    const { pictureUrl } = (message.ad as Ad | null) ?? {};
    return openPicture(ctx, addressAmong([...shown, ...(pictureUrl ? [pictureUrl] : [])], input.url), "photo");
  },
);
