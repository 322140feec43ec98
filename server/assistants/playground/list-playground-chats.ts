import { readPage, toPage, type PageInput } from "../../page.ts";
import { verb } from "../../verb.ts";
import { CHAT_PARTS } from "./access.ts";
import { chatViews, type ChatView } from "./chat-view.ts";

/** The workspace's playground chats, newest first. They are deleted after 30 days. */
export const listPlaygroundChats = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: PageInput) => {
    const { size, take, cursor } = readPage(input);
    const { workspaceId } = ctx;
    const rows = await ctx.db.playgroundChat.findMany({
      where: {
        workspaceId,
        ...(cursor
          ? { OR: [{ createdAt: { lt: cursor.at } }, { createdAt: cursor.at, convId: { lt: cursor.id } }] }
          : {}),
      },
      orderBy: [{ createdAt: "desc" }, { convId: "desc" }],
      include: CHAT_PARTS,
      take,
    });
    const keyOf = ({ createdAt, convId }: Pick<ChatView, "createdAt" | "convId">) => ({ at: createdAt, id: convId });
    const page = toPage(rows, size, keyOf, () => ctx.db.playgroundChat.count({ where: { workspaceId } }));
    return { ...page, nodes: chatViews(ctx, page.nodes) };
  },
);
