import { notFound } from "../errors.ts";
import type { MessageVersion } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";

/**
 * What a message said before its sender changed it, first to last; empty for one that was never changed. Of one that was taken back
 * nothing is left.
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
