import { audit } from "../auth/audit.ts";
import { once } from "../auth/idempotency.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Broadcast, Prisma } from "../generated/prisma/client.ts";
import { lookForTemplate, mustFitIfKnown } from "../integrations/template-approval.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { readPlan, type PlanInput } from "./read-plan.ts";
import { reviveBroadcast } from "./revive-broadcast.ts";

export type BroadcastCreateInput = PlanInput & {
  name: string;
  /** When the broadcast launches by itself. Without it, the broadcast stays a draft. */
  scheduledAt?: Date | null;
};

/**
 * Creates a broadcast without sending it: a draft, or scheduled if a time is given.
 * @param idempotencyKey of the request: the same key and input make one broadcast and return one response.
 * @throws AppError NOT_FOUND (channel, stage), BAD_INPUT (a channel without templates, components that do not fit the template,
 * a past time, …)
 */
export const createBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts", audit: "recorded" },
  async (ctx, input: BroadcastCreateInput, idempotencyKey: string | null = null): Promise<Broadcast> => {
    const { integrationId, templateName, templateLang, templateComponents } = input;
    const named = { name: templateName.trim(), language: templateLang?.trim() || null };
    await lookForTemplate(ctx, integrationId, { ...named, components: templateComponents ?? null });
    return once(
      ctx,
      { key: idempotencyKey, operation: "createBroadcast", input },
      (tx) => create(tx, input),
      reviveBroadcast,
    );
  },
);

async function create(tx: Ctx, input: BroadcastCreateInput): Promise<Broadcast> {
  const name = requiredLine("name", input.name);
  const { integration, template, ...whom } = await readPlan(tx, input);
  await mustFitIfKnown(tx, integration, template);
  const scheduledAt = input.scheduledAt ?? null;
  if (scheduledAt && scheduledAt <= tx.now) {
    throw badInput("scheduledAt", say("broadcasts.passed"));
  }
  const { workspaceId } = tx;
  const broadcast = await tx.db.broadcast.create({
    data: {
      workspaceId,
      name,
      integrationId: integration.id,
      state: scheduledAt ? "scheduled" : "draft",
      templateName: template.name,
      templateLang: template.language,
      ...(template.components === null ? {} : { templateComponents: template.components as Prisma.InputJsonValue }),
      ...whom,
      scheduledAt,
      createdBy: actorId(tx.actor),
    },
  });
  const { id, state, templateName } = broadcast;
  await audit(tx, "createBroadcast", id, {
    after: { name, state, integrationId: integration.id, templateName, scheduledAt: scheduledAt?.toISOString() },
  });
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  return broadcast;
}
