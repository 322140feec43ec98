import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import { shapeTemplate } from "../messages/send-template.ts";
import { say } from "../say.ts";
import type { Target } from "./audience.ts";
import { broadcastOr404 } from "./access.ts";
import { readPlan, type Plan, type PlanInput } from "./read-plan.ts";
import { mustBeRetryable } from "./retryable.ts";

/** A stored broadcast by its id, or the fields of a broadcast that is not stored yet. */
export type PlannedInput = { id?: string | null } & Partial<{ [Field in keyof PlanInput]: PlanInput[Field] | null }>;

const PLAN_FIELDS = [
  "integrationId",
  "clientIds",
  "clientTags",
  "clientStageId",
  "country",
  "segmentId",
  "excludeSegmentIds",
  "templateName",
  "templateLang",
  "templateComponents",
] as const satisfies (keyof PlanInput)[];

/**
 * What would be sent next, and to whom: by launchBroadcast for a draft or scheduled broadcast, by retryBroadcast for one that is over,
 * or by a new broadcast made from this input.
 * @throws AppError NOT_FOUND, CONFLICT (in progress, or cannot be retried), BAD_INPUT
 */
export async function plannedBroadcast(ctx: Ctx, input: PlannedInput): Promise<Plan & Target> {
  const { id } = input;
  if (id == null) {
    const plan = await readPlan(ctx, wholePlan(input));
    return { ...plan, templateName: plan.template.name, retryOfId: null };
  }
  const broadcast = await broadcastOr404(ctx, id);
  if (PLAN_FIELDS.some((field) => input[field] != null)) {
    throw badInput("id", say("broadcasts.idAlone"));
  }
  const { state, clientIds, clientTags, clientStageId, country, segmentId, excludeSegmentIds, retryOfId } = broadcast;
  if (state === "inProgress") {
    throw new AppError("CONFLICT", say("broadcasts.underWay"));
  }
  const integration = await ctx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: broadcast.integrationId } },
  });
  const template = shapeTemplate(broadcast);
  if (state === "draft" || state === "scheduled") {
    const whom = { clientIds, clientTags, clientStageId, country, segmentId, excludeSegmentIds };
    return { integration, template, ...whom, templateName: template.name, retryOfId };
  }
  await mustBeRetryable(ctx, broadcast);
  return { integration, template, ...EVERYBODY, templateName: template.name, retryOfId: id };
}

const EVERYBODY = {
  clientIds: [],
  clientTags: [],
  clientStageId: null,
  country: null,
  segmentId: null,
  excludeSegmentIds: [],
};

function wholePlan(input: PlannedInput): PlanInput {
  const { integrationId, templateName } = input;
  if (integrationId == null) throw badInput("integrationId", say("broadcasts.noChannel"));
  if (templateName == null) throw badInput("templateName", say("broadcasts.noTemplate"));
  return { ...input, integrationId, templateName };
}
