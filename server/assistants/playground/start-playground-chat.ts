import { actorId, type Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { openPlaygroundConv } from "../../conversations/open-playground-conv.ts";
import { verb } from "../../verb.ts";
import { chatOr404, mustBeThere, testNumberOf } from "./access.ts";
import { chatView } from "./chat-view.ts";

type PlaygroundChatStartInput = {
  aiId: string;
  /** Left out or null: the assistant as it is live, also when that changes under way. */
  versionId?: string | null;
  /** An active test number of the settings. */
  phone: string;
};

/**
 * Begins a conversation with an assistant as the client of a test number would have it (decisions section 10): it goes the way of
 * any conversation, but nothing of it leaves the service, and nobody else comes across it.
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
 * A new chat's row and conversation.
 * @param replayLines what is to be said in it by itself, one line after the answer to the one before (replay-chats.ts).
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
