import { seesPlayground } from "../auth/conv-scope.ts";
import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import type { Message, Prisma } from "../generated/prisma/client.ts";
import type { MessageType } from "../generated/prisma/enums.ts";
import { keptCount } from "../kept-count.ts";
import { createdKey, keyset, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";

export type MessagesInput = PageInput & {
  convId?: string | null;
  clientId?: string | null;
  /** Only messages of conversations assigned to this agent. */
  assigneeId?: string | null;
  tags?: string[] | null;
  type?: MessageType | null;
  /** false leaves out system lines. Otherwise they are included. */
  systemLines?: boolean | null;
  /** The range includes both ends. */
  startDate?: Date | null;
  endDate?: Date | null;
};

/** The messages of conversations that the actor may see, newest first. */
export const listMessages = verb(
  { may: "USE_CONVS" },
  async (ctx, input: MessagesInput, along: { include?: Prisma.MessageInclude } = {}): Promise<Page<Message>> => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where = { AND: [{ workspaceId: ctx.workspaceId }, inConversations(ctx, input), filters(input)] };
    const rows = await ctx.db.message.findMany({ where: { AND: [where, after] }, orderBy, take, ...along });
    const { first: _, after: __, ...choice } = input;
    return toPage(rows, size, createdKey, () =>
      keptCount(ctx, "messages", choice, () => ctx.db.message.count({ where })),
    );
  },
);

function inConversations(ctx: Ctx, { assigneeId }: MessagesInput): Prisma.MessageWhereInput {
  // An actor who sees all conversations needs no join with them. Playground messages have their own channel, and channels are few.
  if (may(ctx, "MANAGE_CONVS")) {
    if (assigneeId == null) return seesPlayground(ctx) ? {} : { integration: { isPlayground: false } };
  } else if (assigneeId != null && assigneeId !== actorAgentId(ctx.actor)) {
    // The actor may not see another agent's messages. Without this, the database would scan all messages to find none.
    return { id: { in: [] } };
  }
  return { conversation: { AND: [convsVisibleTo(ctx), assigneeId == null ? {} : { assigneeId }] } };
}

function filters(input: MessagesInput): Prisma.MessageWhereInput {
  const { convId, clientId, tags, type, systemLines, startDate, endDate } = input;
  return {
    ...(convId != null ? { convId } : {}),
    ...(clientId != null ? { clientId } : {}),
    ...(type != null ? { type } : {}),
    ...(systemLines === false ? { OR: [{ noteType: null }, { noteType: { not: "system" } }] } : {}),
    // The index holds only messages that have tags. This condition lets a tag filter use it.
    ...(tags?.length ? { AND: [{ tags: { hasEvery: tags } }, { NOT: { tags: { equals: [] } } }] } : {}),
    ...(startDate != null || endDate != null
      ? {
          createdAt: { ...(startDate != null ? { gte: startDate } : {}), ...(endDate != null ? { lte: endDate } : {}) },
        }
      : {}),
  };
}
