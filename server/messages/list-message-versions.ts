import { notFound } from "../errors.ts";
import type { MessageVersion } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";

/**
 * The earlier versions of a message that its sender edited, oldest first. Empty if the message was never edited or was deleted.
 * @throws AppError NOT_FOUND
 */
export const listMessageVersions = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { messageId: string }): Promise<MessageVersion[]> => {
    const message = await ctx.db.message.findFirst({
      where: { workspaceId: ctx.workspaceId, id: input.messageId, conversation: convsVisibleTo(ctx) },
      select: { versions: { orderBy: { versionNo: "asc" } } },
    });
    if (!message) throw notFound("message");
    return message.versions;
  },
);
