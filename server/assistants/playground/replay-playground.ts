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
  /** Left out: the assistant of that chat, in its version unless one is named. */
  aiId?: string | null;
  /** Null: as it is live. */
  versionId?: string | null;
};

/** More than anybody says to try an assistant. */
const LINES_MAX = 100;

/**
 * Begins a new chat in which everything that the client said in an earlier one is said again, each line after the answer to the one
 * before: the same conversation with another assistant, another version, or after a change of settings.
 * @throws AppError NOT_FOUND, BAD_INPUT (the number of that chat is no test number any more); CONFLICT when nothing was said there.
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
