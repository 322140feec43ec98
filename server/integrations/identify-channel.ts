import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";

/**
 * Asks the provider whose credentials these are: the channel's `identifier`; null for types whose far side is not asked (CUSTOM).
 * Outside any transaction.
 * @throws AppError BAD_INPUT (the provider refuses them, with the property's path), PROVIDER_ERROR (it does not answer)
 */
export async function identifyChannel(type: IntegrationType, credentials: unknown): Promise<string | null> {
  const setup = channelOf(type).adapter?.setup;
  if (!setup) return null;
  const answer = await setup.identify(credentials);
  if (answer.outcome === "known") return answer.identifier;
  if (answer.outcome === "refused") throw badInput(`integrationProperties.${answer.path}`, answer.error);
  throw new AppError("PROVIDER_ERROR", `The provider could not be asked; try again later. ${answer.error}`);
}

/**
 * One bot or account serves one channel: its provider brings messages to one address only.
 * @param tx the open transaction; two channels that are made at once wait for each other here.
 * @throws AppError CONFLICT
 */
export async function mustBeOnlyChannel(
  tx: Ctx,
  { id, type, identifier }: { id: string; type: IntegrationType; identifier: string | null },
): Promise<void> {
  if (identifier === null) return;
  const lock = `channel|${tx.workspaceId}|${type}|${identifier}`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const other = await tx.db.integration.findFirst({
    where: { workspaceId: tx.workspaceId, type, identifier, deletedAt: null, id: { not: id } },
    select: { name: true },
  });
  if (other) throw new AppError("CONFLICT", `${identifier} is connected already: it is the channel ${other.name}`);
}
