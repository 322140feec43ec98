import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { Prisma, type Broadcast } from "../generated/prisma/client.ts";
import { lookForTemplate, mustFitIfKnown } from "../integrations/template-approval.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";
import type { BroadcastCreateInput } from "./create-broadcast.ts";
import { readPlan } from "./read-plan.ts";

export type BroadcastPatchInput = { id: string } & Partial<{
  [Field in keyof BroadcastCreateInput]: BroadcastCreateInput[Field] | null;
}>;

/**
 * Changes the given fields of a draft; null empties an optional field. Setting a time schedules the broadcast, as in createBroadcast.
 * @throws AppError NOT_FOUND (broadcast, channel, stage), CONFLICT (not a draft, or a retry), BAD_INPUT as in createBroadcast
 */
export const patchBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts", audit: "recorded" },
  async (ctx, input: BroadcastPatchInput): Promise<Broadcast> => {
    const before = await broadcastOr404(ctx, input.id);
    const { integrationId, templateName, templateLang, templateComponents } = patched(before, input);
    const named = { name: templateName.trim(), language: templateLang?.trim() || null };
    await lookForTemplate(ctx, integrationId, { ...named, components: templateComponents ?? null });
    return inTransaction(ctx, (tx) => patch(tx, input));
  },
);

async function patch(tx: Ctx, input: BroadcastPatchInput): Promise<Broadcast> {
  const { workspaceId } = tx;
  // A concurrent launch waits for this lock, or has already changed the state so that this is no longer a draft.
  await tx.db.$executeRaw`
    select from "Broadcast" where "workspaceId" = ${workspaceId} and id = ${input.id}::uuid for no key update`;
  const before = await broadcastOr404(tx, input.id);
  const { state, retryOfId } = before;
  if (state !== "draft") throw new AppError("CONFLICT", say("broadcasts.notDraft", { state }));
  if (retryOfId !== null) throw new AppError("CONFLICT", say("broadcasts.retryFixed"));
  const next = patched(before, input);
  const name = requiredLine("name", next.name);
  const { integration, template, ...whom } = await readPlan(tx, next);
  await mustFitIfKnown(tx, integration, template);
  const scheduledAt = input.scheduledAt ?? null;
  if (scheduledAt && scheduledAt <= tx.now) {
    throw badInput("scheduledAt", say("broadcasts.passed"));
  }
  const broadcast = await tx.db.broadcast.update({
    where: { workspaceId_id: { workspaceId, id: input.id } },
    data: {
      name,
      integrationId: integration.id,
      templateName: template.name,
      templateLang: template.language,
      templateComponents: template.components === null ? Prisma.DbNull : (template.components as Prisma.InputJsonValue),
      ...whom,
      scheduledAt,
      ...(scheduledAt ? { state: "scheduled" } : {}),
    },
  });
  await audit(tx, "patchBroadcast", broadcast.id, { before: told(before), after: told(broadcast) });
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  return broadcast;
}

/** The changed draft, not validated yet. null for a required field keeps the current value. */
function patched(before: Broadcast, input: BroadcastPatchInput): BroadcastCreateInput {
  const { templateLang, templateComponents, clientTags, clientStageId, country, segmentId, excludeSegmentIds } = {
    ...before,
    ...defined(input),
  };
  const kept = before.clientIds.length > 0 ? before.clientIds : null;
  return {
    name: input.name ?? before.name,
    integrationId: input.integrationId ?? before.integrationId,
    templateName: input.templateName ?? before.templateName,
    templateLang,
    templateComponents,
    clientIds: input.clientIds === undefined ? kept : input.clientIds,
    clientTags,
    clientStageId,
    country,
    segmentId,
    excludeSegmentIds,
  };
}

/** Drops the omitted fields, so they keep their values. */
function defined(input: BroadcastPatchInput): BroadcastPatchInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as BroadcastPatchInput;
}

function told({ name, state, integrationId, templateName, scheduledAt }: Broadcast) {
  return { name, state, integrationId, templateName, scheduledAt: scheduledAt?.toISOString() };
}
