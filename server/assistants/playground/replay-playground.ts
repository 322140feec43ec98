import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { chatOr404 } from "./access.ts";
import { chatView } from "./chat-view.ts";
import { startChat } from "./start-playground-chat.ts";

type PlaygroundReplayInput = {
  convId: string;
  /** Default: the assistant of the earlier chat, in the same version unless `versionId` is given. */
  aiId?: string | null;
  /** null: the live version. */
  versionId?: string | null;
};

/** More lines than anyone writes to try an assistant. */
const LINES_MAX = 100;

/**
 * Starts a new chat that repeats all of the contact's lines of an earlier one, each after the answer to the previous one. Use it to
 * compare assistants, versions or settings on the same conversation.
 * @throws AppError NOT_FOUND, BAD_INPUT (that chat's number is no longer a test number); CONFLICT if that chat has no lines.
 */
export const replayPlayground = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: PlaygroundReplayInput) => {
    const source = await chatOr404(ctx, input.convId);
    const lines = await linesOf(ctx, source.convId);
    if (lines.length === 0) throw new AppError("CONFLICT", say("assistants.nothingToReplay"));
    const chosen = input.aiId
      ? { aiId: input.aiId, versionId: input.versionId ?? null }
      : { aiId: source.aiId, versionId: input.versionId === undefined ? source.versionId : input.versionId };
    const convId = await inTransaction(ctx, (tx) => {
      tx.wakes?.add("replays");
      return startChat(tx, { ...chosen, phone: source.phone }, lines);
    });
    return chatView(ctx, await chatOr404(ctx, convId));
  },
);

async function linesOf({ db, workspaceId }: Ctx, convId: string): Promise<string[]> {
  const said = await db.message.findMany({
    where: { workspaceId, convId, isAgent: false, type: "text", removedAt: null },
    orderBy: { seq: "asc" },
    select: { content: true },
    take: LINES_MAX,
  });
  return said.map(({ content }) => content);
}
