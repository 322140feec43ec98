import { audit } from "../auth/audit.ts";
import { once } from "../auth/idempotency.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Broadcast, Prisma } from "../generated/prisma/client.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { quote, say } from "../say.ts";
import { LINE_MAX } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";
import { mustBeRetryable } from "./retryable.ts";
import { reviveBroadcast } from "./revive-broadcast.ts";
import { FEW_CLIENTS, startBroadcast } from "./start-broadcast.ts";
import { whyNothingCanBeSent } from "./why-nothing-can-be-sent.ts";

/**
 * Sends a finished broadcast again to the recipients who failed, as a new broadcast that launches at once. It leaves out recipients who
 * may have got the message: an attempt without a response counts as possibly delivered (left-out.ts). If a failed message later turns
 * out to be delivered, the retry cannot be undone. The old broadcast is unchanged.
 * @param idempotencyKey of the request: the same key and input make one retry and return one response.
 * @returns the new broadcast, inProgress; scheduled, for a worker to launch at once, when more than FEW_CLIENTS failed.
 * @throws AppError NOT_FOUND, CONFLICT (not over, no failures, already retried, or nothing can be sent: then nothing is stored)
 */
export const retryBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts", audit: "recorded" },
  async (
    ctx,
    input: { id: string },
    idempotencyKey: string | null = null,
    fewClients: number = FEW_CLIENTS,
  ): Promise<Broadcast> => {
    const { integrationId, templateName, templateLang, templateComponents } = await broadcastOr404(ctx, input.id);
    const template = { name: templateName, language: templateLang, components: templateComponents };
    await lookForTemplate(ctx, integrationId, template);
    const request = { key: idempotencyKey, operation: "retryBroadcast", input };
    return once(ctx, request, (tx) => retry(tx, input.id, fewClients), reviveBroadcast);
  },
);

async function retry(tx: Ctx, id: string, fewClients: number): Promise<Broadcast> {
  const { workspaceId } = tx;
  // A second concurrent retry waits here and then finds the first one.
  await tx.db.$executeRaw`
    select from "Broadcast" where "workspaceId" = ${workspaceId} and id = ${id}::uuid for no key update`;
  const over = await broadcastOr404(tx, id);
  const isLarge = (await mustBeRetryable(tx, over, fewClients + 1)) > fewClients;
  const { integrationId, templateName, templateLang, templateComponents } = over;
  const name = nameOfRetry(over.name);
  const made = await tx.db.broadcast.create({
    data: {
      workspaceId,
      name,
      integrationId,
      state: isLarge ? "scheduled" : "draft",
      scheduledAt: isLarge ? tx.now : null,
      templateName,
      templateLang,
      ...(templateComponents === null ? {} : { templateComponents: templateComponents as Prisma.InputJsonValue }),
      retryOfId: id,
      createdBy: actorId(tx.actor),
    },
  });
  await audit(tx, "retryBroadcast", made.id, { after: { name, retryOfId: id } });
  if (isLarge) return leaveToWorker(tx, made);
  const started = await startBroadcast(tx, made.id, ["draft"]);
  if (started?.state !== "inProgress") {
    throw new AppError("CONFLICT", started?.error ? quote(started.error) : say("broadcasts.retryNotStarted"));
  }
  return started;
}

/** Schedules the retry for now. A worker stores an audience that is too large for this transaction before it launches. */
async function leaveToWorker(tx: Ctx, made: Broadcast): Promise<Broadcast> {
  const integration = await tx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: made.integrationId } },
  });
  const problem = await whyNothingCanBeSent(tx, made, integration);
  if (problem) throw new AppError("CONFLICT", quote(problem));
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  tx.wakes?.add("broadcasts");
  return made;
}

/** "Sale" becomes "Sale (retry)", then "Sale (retry 2)", … */
function nameOfRetry(name: string): string {
  const before = / \(retry(?: (\d+))?\)$/.exec(name);
  const suffix = before ? ` (retry ${Number(before[1] ?? 1) + 1})` : " (retry)";
  const base = before ? name.slice(0, before.index) : name;
  return base.slice(0, LINE_MAX - suffix.length).toWellFormed() + suffix;
}
