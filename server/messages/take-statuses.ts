import { validate as isUuid } from "uuid";
import type { InboundCall, InboundStatus } from "../channels/inbound.ts";
import { keepToldNames, type Told } from "../clients/told-names.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { updateMessageStatuses } from "../sending/update-message-status.ts";

/** A provider's call and what was read from it. */
type Read = { waiting: { id: string }; call: InboundCall };

/** Stores the statuses of single messages, of all calls together. If that fails, each on its own. */
export async function takeStatuses(
  ctx: Ctx,
  integration: Integration,
  calls: readonly Read[],
  faults: Map<string, unknown>,
): Promise<void> {
  const reports = calls.flatMap(({ waiting, call }) =>
    (call.statuses ?? []).flatMap((report) => (report.of === "message" ? [{ id: waiting.id, report }] : [])),
  );
  if (reports.length === 0) return;
  try {
    await updateMessageStatuses(
      ctx,
      integration.id,
      reports.map(({ report }) => report),
    );
  } catch {
    for (const { id, report } of reports) {
      await updateMessageStatuses(ctx, integration.id, [report]).catch((error: unknown) => faults.set(id, error));
    }
  }
}

/** Keeps whom statuses name, of all calls together. */
export async function takeToldNames(
  ctx: Ctx,
  integration: Integration,
  calls: readonly Read[],
  faults: Map<string, unknown>,
): Promise<void> {
  const told = calls.map(({ waiting, call }) => ({ id: waiting.id, told: (call.statuses ?? []).flatMap(toldBy) }));
  try {
    await keepToldNames(
      ctx,
      integration.id,
      told.flatMap((each) => each.told),
    );
  } catch (error) {
    for (const { id } of told.filter((each) => each.told.length > 0)) faults.set(id, error);
  }
}

/** Later statuses of a message name nobody else. */
function toldBy(report: InboundStatus): Told[] {
  if (report.of !== "message" || (report.status !== "sent" && report.status !== "delivered")) return [];
  const { messageId, recipient: names } = report;
  return names && messageId !== null && isUuid(messageId) ? [{ messageId, names }] : [];
}
