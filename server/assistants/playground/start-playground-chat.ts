import { actorId, type Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { openPlaygroundConv } from "../../conversations/open-playground-conv.ts";
import { verb } from "../../verb.ts";
import { chatOr404, mustBeThere, testNumberOf } from "./access.ts";
import { chatView } from "./chat-view.ts";

type PlaygroundChatStartInput = {
  aiId: string;
  /** Missing or null: the live version, even if it changes during the chat. */
  versionId?: string | null;
  /** An active test number of the settings. */
  phone: string;
};

/**
 * Starts a conversation with an assistant as the contact of a test number. It is processed like any
 * conversation, but nothing leaves the service, and it appears only in the playground.
 * @throws AppError NOT_FOUND (assistant, version), BAD_INPUT (phone)
 */
export const startPlaygroundChat = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: PlaygroundChatStartInput) => {
    const convId = await inTransaction(ctx, (tx) => startChat(tx, input, []));
    return chatView(ctx, await chatOr404(ctx, convId));
  },
);

/**
 * Creates a chat's row and conversation.
 * @param replayLines the lines to send automatically, each after the answer to the previous one (replay-chats.ts).
 * @returns the id of its conversation.
 */
export async function startChat(tx: Ctx, input: PlaygroundChatStartInput, replayLines: string[]): Promise<string> {
  const { workspaceId } = tx;
  const { aiId, versionId = null } = input;
  await mustBeThere(tx, aiId, versionId);
  const phone = await testNumberOf(tx, input.phone);
  const { id: convId } = await openPlaygroundConv(tx, { aiId, phone });
  const createdBy = actorId(tx.actor);
  await tx.db.playgroundChat.create({ data: { workspaceId, convId, aiId, versionId, phone, replayLines, createdBy } });
  return convId;
}
