import type { KnownAccount, SetupRefusal } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";

/** The provider's answer to the credentials, and their expiry; null for types without a provider to ask (CUSTOM, WEBCHAT). */
export async function askProvider(
  type: IntegrationType,
  credentials: unknown,
): Promise<KnownAccount | SetupRefusal | null> {
  const { setup, tokenEnd } = channelOf(type).adapter ?? {};
  if (!setup) return null;
  const answer = await setup.identify(credentials);
  if (answer.outcome !== "known" || !tokenEnd) return answer;
  const expiresAt = await tokenEnd(credentials);
  return expiresAt === undefined ? answer : { ...answer, expiresAt };
}

/**
 * Asks the provider which account the credentials belong to; null as in `askProvider`. Call it outside any transaction.
 * @throws AppError BAD_INPUT (the provider refuses them, with the property's path), PROVIDER_ERROR (it does not answer)
 */
export async function identifyChannel(type: IntegrationType, credentials: unknown): Promise<KnownAccount | null> {
  const answer = await askProvider(type, credentials);
  if (answer === null || answer.outcome === "known") return answer;
  if (answer.outcome === "refused") throw badInput(`integrationProperties.${answer.path}`, answer.error);
  throw new AppError("PROVIDER_ERROR", say("channels.providerAway", { why: answer.error }));
}

/**
 * Each bot or account may serve only one channel, because its provider sends messages to one address only.
 * @param tx the open transaction; concurrent creations of channels wait for each other here.
 * @throws AppError CONFLICT
 */
export async function mustBeOnlyChannel(
  tx: Ctx,
  { id, type, account }: { id: string; type: IntegrationType; account: KnownAccount | null },
): Promise<void> {
  if (!account) return;
  const { identifier, accountId } = account;
  const lock = `channel|${tx.workspaceId}|${type}|${accountId}`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const other = await tx.db.integration.findFirst({
    where: {
      workspaceId: tx.workspaceId,
      type,
      deletedAt: null,
      id: { not: id },
      // Older channels have no accountId and are matched by their identifier.
      OR: [{ accountId }, { accountId: null, identifier }],
    },
    select: { name: true },
  });
  if (other) throw new AppError("CONFLICT", say("channels.connectedAlready", { identifier, name: other.name }));
}

/** The columns of a channel that describe the account of its credentials. */
export function accountColumns(account: KnownAccount, now: Date) {
  const { identifier, accountId, webhookAccountId = accountId, expiresAt } = account;
  return { identifier, accountId, webhookAccountId, tokenExpiresAt: expiresAt ?? null, checkedAt: now };
}

/**
 * Whether the credentials belong to the channel's current account. A phone number that moved to another business account is still the
 * same for its customers. A page with the same name is not.
 */
export function isSameAccount(
  before: Pick<Integration, "id" | "type" | "accountId" | "identifier">,
  account: Pick<KnownAccount, "accountId" | "identifier">,
): boolean {
  if (before.accountId === null || before.accountId === account.accountId) return true;
  const { identityScope } = channelOf(before.type);
  const keepsClients = identityScope(before) === identityScope({ ...before, accountId: account.accountId });
  return keepsClients && before.identifier === account.identifier;
}
