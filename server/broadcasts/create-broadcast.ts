import { z } from "zod";
import { audit } from "../auth/audit.ts";
import { once } from "../auth/idempotency.ts";
import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import { actorId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Broadcast, Prisma } from "../generated/prisma/client.ts";
import { readTemplate } from "../inbox/send-template.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { countryCode } from "../phone.ts";
import { stageOr404 } from "../tags/access.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { optionalLine, requiredLine } from "../text-rules.ts";

export type BroadcastCreateInput = {
  name: string;
  integrationId: string;
  /** Clients who have every one of these. */
  clientTags?: string[] | null;
  clientStageId?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  templateName: string;
  templateLang?: string | null;
  templateComponents?: unknown;
  /** When it launches itself; without it, it waits as a draft. */
  scheduledAt?: Date | null;
};

/**
 * A broadcast that nothing has been sent of yet: a draft, or scheduled when it is given a time (decisions section 6).
 * @param idempotencyKey of the request: the same key and input make one broadcast and get one answer.
 * @throws AppError NOT_FOUND (channel, stage), BAD_INPUT (a channel without templates, a time that has passed, …)
 */
export async function createBroadcast(
  ctx: Ctx,
  input: BroadcastCreateInput,
  idempotencyKey: string | null = null,
): Promise<Broadcast> {
  can(ctx, "MANAGE_BROADCASTS");
  needsInboxPlan(ctx, "Broadcasts");
  return once(ctx, { key: idempotencyKey, operation: "createBroadcast", input }, (tx) => create(tx, input), revive);
}

async function create(tx: Ctx, input: BroadcastCreateInput): Promise<Broadcast> {
  const name = requiredLine("name", input.name);
  const integration = await integrationOr404(tx, input.integrationId);
  const template = readTemplate(integration, input);
  const clientTags = readTagValues("clientTags", input.clientTags ?? []);
  const stage = input.clientStageId ? await stageOr404(tx, "clientStage", { id: input.clientStageId }) : null;
  const country = readCountry(input.country);
  const scheduledAt = input.scheduledAt ?? null;
  if (scheduledAt && scheduledAt <= tx.now) {
    throw badInput("scheduledAt", "scheduledAt has passed; leave it out and use launchBroadcast to send now");
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
      clientTags,
      clientStageId: stage?.id ?? null,
      country,
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

function readCountry(text: string | null | undefined): string | null {
  const line = optionalLine("country", text);
  if (!line) return null;
  const code = countryCode(line);
  if (!code) throw badInput("country", "country must be an ISO 3166-1 alpha-2 code, like DE");
  return code;
}

const time = z.coerce.date();
const times = z.object({
  createdAt: time,
  scheduledAt: time.nullable(),
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
});

/** A broadcast from the JSON that an earlier answer was kept as. */
function revive(json: unknown): Broadcast {
  return { ...(json as Broadcast), ...times.parse(json) };
}
