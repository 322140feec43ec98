import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { broadcastOr404 } from "./access.ts";
import { startBroadcast } from "./start-broadcast.ts";

/**
 * Sends a draft or scheduled broadcast now (decisions section 6). Answers it as it stands then: inProgress, or failed with its
 * error when nothing can be sent at all.
 * @throws AppError NOT_FOUND, CONFLICT (it is under way or over; also for the second of two who launch it at once)
 */
export async function launchBroadcast(ctx: Ctx, input: { id: string }): Promise<Broadcast> {
  can(ctx, "MANAGE_BROADCASTS");
  needsInboxPlan(ctx, "Broadcasts");
  const { integrationId, templateName, templateLang } = await broadcastOr404(ctx, input.id);
  await lookForTemplate(ctx, integrationId, { name: templateName, language: templateLang });
  return inTransaction(ctx, async (tx) => {
    const started = await startBroadcast(tx, input.id, ["draft", "scheduled"]);
    if (started) return started;
    const { state } = await broadcastOr404(tx, input.id);
    throw new AppError("CONFLICT", `This broadcast is ${state}; only one that is draft or scheduled can be launched`);
  });
}
