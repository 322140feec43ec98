import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";

/** What a Gateway workspace does not have (decisions section 9), in the words of the refusal. */
export type InboxFeature = "The team inbox" | "Broadcasts" | "AI assistants";

/**
 * Asked right after the permission by everything that only Inbox plans have.
 * @throws AppError PLAN_REQUIRED on a Gateway workspace.
 */
export function needsInboxPlan(ctx: Ctx, feature: InboxFeature): void {
  if (ctx.plan !== "GATEWAY") return;
  const verb = feature === "The team inbox" ? "is" : "are";
  throw new AppError(
    "PLAN_REQUIRED",
    `${feature} ${verb} not part of the Gateway plan; send messages with POST /core/v1/messages`,
  );
}

/**
 * Asked by what only the Gateway plan has.
 * @throws AppError PLAN_REQUIRED on an Inbox plan.
 */
export function needsGatewayPlan(ctx: Ctx): void {
  if (ctx.plan === "GATEWAY") return;
  throw new AppError("PLAN_REQUIRED", "This workspace is not on the Gateway plan; send messages with addMessage");
}
