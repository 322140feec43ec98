import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { say, type Said } from "../say.ts";

/** Parts of the product that depend on the plan. The first three belong to the Inbox plans. */
export type PlanPart = "inbox" | "broadcasts" | "assistants" | "gateway";

const REFUSALS: Record<PlanPart, Said> = {
  inbox: say("service.planInbox"),
  broadcasts: say("service.planBroadcasts"),
  assistants: say("service.planAssistants"),
  gateway: say("service.planGateway"),
};

/**
 * Runs right after the permission check. Jobs have no plan and may use the parts of the Inbox plans.
 * @throws AppError PLAN_REQUIRED when the workspace's plan does not include the part.
 */
export function needsPlan(ctx: Ctx, part: PlanPart): void {
  const isGateway = ctx.plan === "GATEWAY";
  if (isGateway !== (part === "gateway")) throw new AppError("PLAN_REQUIRED", REFUSALS[part]);
}
