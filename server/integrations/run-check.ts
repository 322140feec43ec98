import type { KnownAccount } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { emit } from "../events/emit.ts";
import type { Integration, Prisma } from "../generated/prisma/client.ts";
import { readSaid } from "../read-said.ts";
import { inEnglish, say, type Said } from "../say.ts";
import { credentialsOf, sealCredentials } from "./access.ts";
import {
  credentialsStep,
  expiryStep,
  messagesInStep,
  messagesOutStep,
  standingStep,
  type CheckStep,
} from "./channel-steps.ts";
import { askProvider, isSameAccount } from "./identify-channel.ts";
import { ingressUrl } from "./ingress-url.ts";
import { noteChannelError } from "./note-channel-error.ts";
import { quietSince } from "./quiet-since.ts";
import { isNotComingIn } from "./subscribe-channel.ts";

export type CheckedChannel = {
  /** The channel after the check. */
  integration: Integration;
  steps: CheckStep[];
  /** `none`: the type has no provider to ask. */
  outcome: "known" | "refused" | "unreachable" | "none";
};

const RENEW_DAYS = 10;
const DAY_MS = 24 * 3_600_000;

/**
 * Asks a channel's provider whether the credentials are valid and whether it forwards contacts' messages. Renews a token that expires
 * soon, and stores the result. Only refused credentials put the channel in error; an unavailable provider does not. If the credentials
 * changed during the check, the result is not stored.
 * @param ctx outside a transaction, because the provider may be slow.
 * @param isAsked by a person, who sees the steps: then a channel in error with valid credentials becomes active again and sends what
 * waited, and the provider is asked how the account stands.
 */
export async function runCheck(ctx: Ctx, channel: Integration, isAsked: boolean): Promise<CheckedChannel> {
  const { adapter } = channelOf(channel.type);
  const credentials = await credentialsOf(channel);
  const answer = await askProvider(channel.type, credentials);
  const isSame = answer?.outcome === "known" && isSameAccount(channel, answer);
  const address = ingressUrl(channel);
  const health = isSame && adapter?.health && address ? await adapter.health(credentials, address) : null;
  const standing = (isAsked && isSame && (await adapter?.standing?.(credentials))) || null;
  const renewal = isSame ? await renewed(ctx, channel, credentials) : {};

  const first = answer && credentialsStep(answer, isSame, channel.identifier);
  const integration = await inTransaction(ctx, async (tx) => {
    if (first?.state === "failed") await noteChannelError(tx, channel, first.words);
    else if (isSame) {
      const notComing = health?.outcome === "failing" ? say("check.notBrought", { why: health.error }) : null;
      await noteFound(
        tx,
        channel,
        answer,
        { ...renewal, ...inboundError(channel, health !== null, notComing) },
        isAsked,
      );
    }
    const { workspaceId, id } = channel;
    return tx.db.integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  });
  const waiting = await ctx.db.sendQueue.count({ where: { workspaceId: ctx.workspaceId, integrationId: channel.id } });
  const steps = [
    first,
    standingStep(standing),
    expiryStep(integration.tokenExpiresAt, renewal.credentials !== undefined, ctx.now),
    messagesInStep(integration, health, quietSince(integration, ctx.now)),
    messagesOutStep(integration, waiting),
  ].filter((step) => step !== null);
  const outcome = !answer
    ? "none"
    : first?.state === "failed"
      ? "refused"
      : answer.outcome === "known"
        ? "known"
        : "unreachable";
  return { integration, steps, outcome };
}

type Found = Prisma.IntegrationUpdateManyMutationInput;

/** The columns of a renewed token; empty when no renewal was due or the provider did not renew yet. */
async function renewed(
  ctx: Ctx,
  channel: Integration,
  credentials: Record<string, unknown>,
): Promise<{ credentials?: string; tokenExpiresAt?: Date }> {
  const { tokenExpiresAt } = channel;
  const isDue = tokenExpiresAt === null || tokenExpiresAt.getTime() < ctx.now.getTime() + RENEW_DAYS * DAY_MS;
  const { renew } = channelOf(channel.type).adapter ?? {};
  if (!renew || !isDue) return {};
  const renewal = await renew(credentials, ctx.now);
  if (renewal.outcome !== "renewed") return {};
  return { credentials: await sealCredentials(channel, renewal.credentials), tokenExpiresAt: renewal.expiresAt };
}

/** The channel's error about missing incoming messages. Unchanged when the provider does not report it. */
function inboundError(channel: Integration, isTold: boolean, notComing: Said | null): Found {
  if (!isTold || channel.state === "error" || channel.lastError === (notComing && inEnglish(notComing))) return {};
  const isOfInbound = isNotComingIn(channel) || readSaid(channel.lastErrorSaid)?.code === "check.notBrought";
  if (notComing === null && !isOfInbound) return {};
  return lastErrorColumns(notComing);
}

async function noteFound(
  tx: Ctx,
  channel: Integration,
  found: KnownAccount,
  more: Found,
  heals: boolean,
): Promise<void> {
  const { workspaceId, id, credentials } = channel;
  const isHealed = heals && channel.state === "error";
  const { identifier, accountId, webhookAccountId = accountId, expiresAt } = found;
  const { count } = await tx.db.integration.updateMany({
    where: { workspaceId, id, credentials, state: channel.state },
    data: {
      identifier,
      accountId,
      webhookAccountId,
      checkedAt: tx.now,
      ...(expiresAt === undefined ? {} : { tokenExpiresAt: expiresAt }),
      ...more,
      ...("lastError" in more ? { lastErrorAt: more.lastError === null ? null : tx.now } : {}),
      ...(isHealed ? { state: "active", ...lastErrorColumns(null), lastErrorAt: null } : {}),
    },
  });
  if (count === 0) return;
  if (isHealed) tx.wakes?.add("sends");
  // Without a change, the portal needs no event.
  if (isHealed || Object.keys(more).length > 0 || identifier !== channel.identifier)
    await emit(tx, { name: "WORKSPACE_CHANGED" });
}
