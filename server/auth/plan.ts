import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { say, type Said } from "../say.ts";

/** Parts of the product that not every plan has: the first three are those of the Inbox plans (decisions section 9). */
export type PlanPart = "inbox" | "broadcasts" | "assistants" | "gateway";

const REFUSALS: Record<PlanPart, Said> = {
  inbox: say("service.planInbox"),
  broadcasts: say("service.planBroadcasts"),
  assistants: say("service.planAssistants"),
  gateway: say("service.planGateway"),
};

/**
 * Checked right after the permission. Jobs have no plan: they may use the parts of the Inbox plans.
 * @throws AppError PLAN_REQUIRED where the workspace's plan does not have the part.
 */
export function needsPlan(ctx: Ctx, part: PlanPart): void {
  const isGateway = ctx.plan === "GATEWAY";
  if (isGateway !== (part === "gateway")) throw new AppError("PLAN_REQUIRED", REFUSALS[part]);
}
