import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";

/** Parts of the product that not every plan has: the first three are those of the Inbox plans (decisions section 9). */
export type PlanPart = "inbox" | "broadcasts" | "assistants" | "gateway";

const REFUSALS: Record<PlanPart, string> = {
  inbox: "The team inbox is not part of the Gateway plan; send messages with POST /core/v1/messages",
  broadcasts: "Broadcasts are not part of the Gateway plan; send messages with POST /core/v1/messages",
  assistants: "AI assistants are not part of the Gateway plan; send messages with POST /core/v1/messages",
  gateway: "This workspace is not on the Gateway plan; send messages with addMessage",
};

/**
 * Checked right after the permission. Jobs have no plan: they may use the parts of the Inbox plans.
 * @throws AppError PLAN_REQUIRED where the workspace's plan does not have the part.
 */
export function needsPlan(ctx: Ctx, part: PlanPart): void {
  const isGateway = ctx.plan === "GATEWAY";
  if (isGateway !== (part === "gateway")) throw new AppError("PLAN_REQUIRED", REFUSALS[part]);
}
