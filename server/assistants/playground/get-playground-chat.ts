import { can } from "../../auth/permissions.ts";
import { needsInboxPlan } from "../../auth/plan.ts";
import type { Ctx } from "../../ctx.ts";
import { chatOr404 } from "./access.ts";
import { chatView } from "./chat-view.ts";
import type { ChatView } from "./chat-view.ts";

/** A chat with all that was said and done in it. @throws AppError NOT_FOUND */
export async function getPlaygroundChat(ctx: Ctx, input: { convId: string }): Promise<ChatView> {
  can(ctx, "MANAGE_WORKSPACE");
  needsInboxPlan(ctx, "AI assistants");
  return chatView(ctx, await chatOr404(ctx, input.convId));
}
