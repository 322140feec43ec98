import type { Ctx } from "../../ctx.ts";
import { AppError, badInput, notFound } from "../../errors.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { parsePhone } from "../../phone.ts";
import { say } from "../../say.ts";
import { settingsOf } from "../../workspaces/access.ts";
import { assistantOr404 } from "../access.ts";

/** A chat with what is told of it from other rows. */
export const CHAT_PARTS = {
  ai: { select: { versionNumber: true } },
  version: { select: { number: true } },
  conversation: { include: { client: true } },
} as const satisfies Prisma.PlaygroundChatInclude;
export type ChatRow = Prisma.PlaygroundChatGetPayload<{ include: typeof CHAT_PARTS }>;

/**
 * Chats of the playground, in the order in which they are named. Whoever may open the playground may see all of the workspace's.
 * @throws AppError NOT_FOUND when one of them is none, or another workspace's.
 */
export async function chatsOr404(ctx: Ctx, convIds: readonly string[]): Promise<ChatRow[]> {
  const rows = await ctx.db.playgroundChat.findMany({
    where: { workspaceId: ctx.workspaceId, convId: { in: [...convIds] } },
    include: CHAT_PARTS,
  });
  return convIds.map((convId) => {
    const chat = rows.find((row) => row.convId === convId);
    if (!chat) throw notFound("playgroundChat");
    return chat;
  });
}

export async function chatOr404(ctx: Ctx, convId: string): Promise<ChatRow> {
  const [chat] = await chatsOr404(ctx, [convId]);
  if (!chat) throw notFound("playgroundChat");
  return chat;
}

/**
 * That the assistant can be tried, in this version.
 * @param versionId null: as it is live.
 * @throws AppError NOT_FOUND for an assistant that is gone, and a version that is not one of its own.
 */
export async function mustBeThere(ctx: Ctx, aiId: string, versionId: string | null): Promise<void> {
  await assistantOr404(ctx, aiId);
  if (versionId === null) return;
  const where = { workspaceId: ctx.workspaceId, id: versionId, aiId };
  if ((await ctx.db.assistantVersion.count({ where })) === 0)
    throw new AppError("NOT_FOUND", say("assistants.noVersion"));
}

/**
 * A number that the playground may play, in E.164.
 * @throws AppError BAD_INPUT for one that is no active test number of the settings.
 */
export async function testNumberOf(ctx: Ctx, text: string): Promise<string> {
  const { e164 } = parsePhone("phone", text);
  const { testNumbers } = await settingsOf(ctx);
  if (testNumbers.some(({ phone, active }) => active && phone === e164)) return e164;
  throw badInput("phone", say("assistants.noTestNumber", { phone: e164 }));
}
