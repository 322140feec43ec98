import { randomUUID } from "node:crypto";
import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { AppError, badInput } from "../../errors.ts";
import { receiveMessage } from "../../messages/receive-message.ts";
import { playgroundChannel } from "../../integrations/playground-channel.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { chatsOr404, type ChatRow } from "./access.ts";
import { chatViews } from "./chat-view.ts";

export type PlaygroundSayInput = {
  /** One chat, or two next to each other. */
  convIds: readonly string[];
  content: string;
  /** The caller's own id of this line. A retry with the same id does nothing. */
  externalMessageId?: string | null;
};

const CONTENT_MAX = 4_096;
const ID_MAX = 100;

/**
 * Sends a line as the contact, in one chat or in two. It is processed like an incoming message of any channel. The assistant answers in
 * the background, a moment later.
 * @throws AppError NOT_FOUND, BAD_INPUT; CONFLICT for a chat that has ended, or is being replayed. Then no chat gets the line.
 */
export const sayInPlayground = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: PlaygroundSayInput) => {
    const convIds = [...new Set(input.convIds)];
    if (convIds.length < 1 || convIds.length > 2) throw badInput("convIds", say("assistants.oneOrTwoChats"));
    const content = readContent(input.content);
    const lineId = readLineId(input.externalMessageId);
    const chats = await chatsOr404(ctx, convIds);
    if (await wasSaid(ctx, convIds, lineId)) return chatViews(ctx, chats);
    for (const { conversation, replayLines } of chats) {
      if (conversation.ended) throw new AppError("CONFLICT", say("refusal.chatEnded"));
      if (replayLines.length > 0) throw new AppError("CONFLICT", say("assistants.replaying"));
    }
    await Promise.all(chats.map((chat) => sayLine(chat, content, lineId)));
    return chatViews(ctx, await chatsOr404(ctx, convIds));
  },
);

/** Whether all chats already have the line. A retry must then succeed, even if a chat has ended since. */
async function wasSaid({ db, workspaceId }: Ctx, convIds: readonly string[], lineId: string): Promise<boolean> {
  const externalMessageId = { in: convIds.map((convId) => storedId(convId, lineId)) };
  const where = { workspaceId, isAgent: false, externalMessageId, convId: { in: [...convIds] } };
  return (await db.message.count({ where })) === convIds.length;
}

/**
 * Stores a line of a chat's contact. A retry with the same id stores nothing.
 * @throws AppError CONFLICT when the chat has ended meanwhile.
 */
export async function sayLine(
  { workspaceId, convId, conversation }: Pick<ChatRow, "workspaceId" | "convId" | "conversation">,
  content: string,
  lineId: string,
): Promise<void> {
  const ctx = systemCtx(workspaceId, "playground");
  await receiveMessage(ctx, await playgroundChannel(ctx), {
    senderId: conversation.clientId,
    externalMessageId: storedId(convId, lineId),
    externalConversationId: null,
    type: "text",
    content,
    profile: {},
    replyTo: null,
    providerAt: null,
  });
}

/** Makes the line's id unique per chat: all chats share one channel, in which an id may occur only once. */
function storedId(convId: string, lineId: string): string {
  return `${convId}:${lineId}`;
}

function readContent(text: string): string {
  const content = text.trim().toWellFormed();
  if (content === "" || content.length > CONTENT_MAX)
    throw badInput("content", say("assistants.contentLength", { count: CONTENT_MAX }));
  return content;
}

function readLineId(text: string | null | undefined): string {
  const id = (text ?? randomUUID()).trim();
  if (id === "" || id.length > ID_MAX || !id.isWellFormed())
    throw badInput("externalMessageId", say("assistants.idLength", { count: ID_MAX }));
  return id;
}
