import type { Ctx } from "../../ctx.ts";
import { AppError, badInput, notFound } from "../../errors.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { parsePhone } from "../../phone.ts";
import { say } from "../../say.ts";
import { settingsOf } from "../../workspaces/access.ts";
import { assistantOr404 } from "../access.ts";

/** The related rows that a chat's view needs. */
export const CHAT_PARTS = {
  ai: { select: { versionNumber: true } },
  version: { select: { number: true } },
  conversation: { include: { client: true } },
} as const satisfies Prisma.PlaygroundChatInclude;
export type ChatRow = Prisma.PlaygroundChatGetPayload<{ include: typeof CHAT_PARTS }>;

/**
 * Chats of the playground, in the order of the ids. Anyone who may open the playground may see all chats of the workspace.
 * @throws AppError NOT_FOUND if one of them does not exist in this workspace.
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
 * Checks that the assistant exists, and that the version is its own.
 * @param versionId null: the live version.
 * @throws AppError NOT_FOUND for a deleted assistant, and for a version that is not its own.
 */
export async function mustBeThere(ctx: Ctx, aiId: string, versionId: string | null): Promise<void> {
  await assistantOr404(ctx, aiId);
  if (versionId === null) return;
  const where = { workspaceId: ctx.workspaceId, id: versionId, aiId };
  if ((await ctx.db.assistantVersion.count({ where })) === 0)
    throw new AppError("NOT_FOUND", say("assistants.noVersion"));
}

/**
 * Parses a test number that the playground may use, in E.164.
 * @throws AppError BAD_INPUT if it is not an active test number of the settings.
 */
export async function testNumberOf(ctx: Ctx, text: string): Promise<string> {
  const { e164 } = parsePhone("phone", text);
  const { testNumbers } = await settingsOf(ctx);
  if (testNumbers.some(({ phone, active }) => active && phone === e164)) return e164;
  throw badInput("phone", say("assistants.noTestNumber", { phone: e164 }));
}
