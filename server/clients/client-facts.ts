import DataLoader from "dataloader";
import { convScope } from "../auth/conv-scope.ts";
import { may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { ClientIdentity } from "../generated/prisma/client.ts";
import { PHONE_SCOPE } from "./client-identities.ts";
import { maskExternalId, maskPhone } from "./mask-client.ts";

/** Where a contact has conversations that the actor may see, and when they last wrote in one of them. */
type ClientFacts = { integrationIds: string[]; lastSeenAt: Date | null };

/** What a list shows of each contact beside its row: asked once for all that are shown. */
const loadersOf = new WeakMap<Ctx, ReturnType<typeof loadersFor>>();

export function clientLoaders(ctx: Ctx) {
  let loaders = loadersOf.get(ctx);
  if (!loaders) loadersOf.set(ctx, (loaders = loadersFor(ctx)));
  return loaders;
}

function loadersFor(ctx: Ctx) {
  return {
    facts: new DataLoader<string, ClientFacts>((ids) => readFacts(ctx, ids), { cache: false }),
    identities: new DataLoader<string, ClientIdentity[]>((ids) => readIdentities(ctx, ids), { cache: false }),
  };
}

async function readFacts(ctx: Ctx, ids: readonly string[]): Promise<ClientFacts[]> {
  const rows = await ctx.db.conversation.groupBy({
    by: ["clientId", "integrationId"],
    where: { AND: [{ workspaceId: ctx.workspaceId, clientId: { in: [...ids] } }, convScope(ctx)] },
    _max: { lastClientMessageAt: true, createdAt: true },
    // The channel of the latest conversation first.
    orderBy: { _max: { createdAt: "desc" } },
  });
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId);
  return ids.map((id) => {
    const own = byClient.get(id) ?? [];
    const times = own.flatMap(({ _max }) => _max.lastClientMessageAt?.getTime() ?? []);
    return {
      integrationIds: own.map(({ integrationId }) => integrationId),
      lastSeenAt: times.length > 0 ? new Date(Math.max(...times)) : null,
    };
  });
}

/** Masked for those who see contacts masked. */
async function readIdentities(ctx: Ctx, ids: readonly string[]): Promise<ClientIdentity[][]> {
  const rows = await ctx.db.clientIdentity.findMany({
    where: { workspaceId: ctx.workspaceId, clientId: { in: [...ids] } },
    orderBy: [{ createdAt: "asc" }, { scope: "asc" }, { externalId: "asc" }],
  });
  const shown = may(ctx, "MANAGE_CLIENTS") ? rows : rows.map(masked);
  const byClient = Map.groupBy(shown, ({ clientId }) => clientId);
  return ids.map((id) => byClient.get(id) ?? []);
}

/** A business's own systems and sites may name people by a phone number or an e-mail address. */
const OWN_SCOPE = /^(custom|webchat):/;

function masked(identity: ClientIdentity): ClientIdentity {
  const { scope, externalId } = identity;
  if (scope === PHONE_SCOPE) return { ...identity, externalId: maskPhone(`+${externalId.replace("+", "")}`) };
  return OWN_SCOPE.test(scope) ? { ...identity, externalId: maskExternalId(externalId) } : identity;
}
