import { randomBytes, randomInt } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { createAgent } from "../server/agents/create-agent.ts";
import { systemCtx } from "../server/auth/system-ctx.ts";
import { channelOf } from "../server/channels/registry.ts";
import type { Ctx } from "../server/ctx.ts";
import { database } from "../server/db.ts";
import type { IntegrationType } from "../server/generated/prisma/enums.ts";
import { sealCredentials } from "../server/integrations/access.ts";
import { createIntegration } from "../server/integrations/create-integration.ts";
import { readCredentials } from "../server/integrations/read-credentials.ts";
import { createTag } from "../server/tags/create-tag.ts";
import { createWorkspace } from "../server/workspaces/create-workspace.ts";
import { CLIENT_STAGES, CLIENT_TAGS, CONV_TAGS, FIRST_NAMES, LAST_NAMES, STAGES } from "./fill-words.ts";

export type CastAgent = { id: string; userId: string };
/** `scope` is the scope of its contacts' external ids. `share` is its share of all conversations. */
export type CastChannel = { id: string; type: IntegrationType; scope: string; share: number };
/** The agents and channels of a filled workspace's conversations. */
export type Cast = {
  workspaceId: number;
  agents: CastAgent[];
  channels: CastChannel[];
  stageIds: string[];
  clientStageIds: string[];
};

/** The credentials of a workspace that was created for benchmarks. */
export type BenchOwner = {
  workspaceId: number;
  email: string;
  password: string;
  apiKey: string;
  validateToken: string;
};

const AGENTS = 12;
const CHANNELS: readonly { name: string; type: IntegrationType; share: number }[] = [
  { name: "Online shop", type: "CUSTOM", share: 0.4 },
  { name: "WhatsApp", type: "WHATSAPP", share: 0.35 },
  { name: "Instagram", type: "INSTAGRAM", share: 0.15 },
  { name: "Telegram", type: "TELEGRAM", share: 0.1 },
];

/** Creates a workspace as `npm run workspace -- create` does. */
export async function makeOwner(): Promise<BenchOwner> {
  const email = `bench-${randomBytes(4).toString("hex")}@example.com`;
  const password = randomBytes(12).toString("base64url");
  const made = await createWorkspace(database(), {
    name: "Bench",
    plan: "PREMIUM",
    email,
    password,
    ownerName: "Berta Bench",
  });
  const { workspaceId, apiKey } = made;
  return { workspaceId, email, password, apiKey, validateToken: randomBytes(12).toString("base64url") };
}

/** Creates agents, tags, stages and channels. It uses the product's own operations if they need no provider. */
export async function hireCast(workspaceId: number, validateToken: string): Promise<Cast> {
  const ctx = systemCtx(workspaceId, "bench");
  const known = await ctx.db.agent.findMany({ where: { workspaceId, deletedAt: null }, orderBy: { createdAt: "asc" } });
  const agents: CastAgent[] = known.map(({ id, userId }) => ({ id, userId }));
  for (let no = agents.length; no < AGENTS; no += 1) {
    const userId = uuidv7();
    const name = FIRST_NAMES[no] ?? "Ana";
    const { id } = await createAgent(ctx, { userId, name, surname: LAST_NAMES[no] ?? null, email: "" });
    agents.push({ id, userId });
  }
  const stageIds = await ensureTags(ctx, "convStage", STAGES);
  const clientStageIds = await ensureTags(ctx, "clientStage", CLIENT_STAGES);
  await ensureTags(ctx, "conv", CONV_TAGS);
  await ensureTags(ctx, "client", CLIENT_TAGS);
  const channels: CastChannel[] = [];
  for (const channel of CHANNELS) channels.push(await addChannel(ctx, channel, validateToken));
  return { workspaceId, agents, channels, stageIds, clientStageIds };
}

async function ensureTags(ctx: Ctx, type: "convStage" | "clientStage" | "conv" | "client", tags: string[]) {
  const known = await ctx.db.tag.findMany({ where: { workspaceId: ctx.workspaceId, type, deletedAt: null } });
  const ids = [];
  for (const [order, tag] of tags.entries()) {
    const found = known.find((one) => one.tag === tag);
    ids.push((found ?? (await createTag(ctx, { type, tag, order }))).id);
  }
  return ids;
}

/** Valid properties for a channel of this type that no provider knows. */
function propertiesOf(type: IntegrationType, accountId: string): Record<string, string> {
  if (type === "TELEGRAM") return { accessToken: `${accountId}:bench` };
  const ofMeta = { accessToken: "bench", appSecret: "bench-secret" };
  return type === "WHATSAPP" ? { ...ofMeta, phoneNumberId: accountId, wabaId: accountId } : { ...ofMeta, accountId };
}

/**
 * Only CUSTOM channels can be created without a provider. For other types it writes the rows directly, with invalid credentials.
 */
async function addChannel(
  ctx: Ctx,
  { name, type, share }: (typeof CHANNELS)[number],
  validateToken: string,
): Promise<CastChannel> {
  const { workspaceId } = ctx;
  if (type === "CUSTOM") {
    const integrationProperties = {
      endpoint: "http://127.0.0.1:9/replies",
      validateToken,
      accessToken: randomBytes(12).toString("base64url"),
      externalId: "bench",
    };
    const { id } = await createIntegration(ctx, { name, type, integrationProperties });
    return { id, type, share, scope: channelOf(type).identityScope({ id, accountId: null }) };
  }
  const place = { workspaceId, id: uuidv7() };
  const accountId = String(randomInt(10 ** 12, 10 ** 13));
  const credentials = await sealCredentials(place, await readCredentials(type, propertiesOf(type, accountId)));
  await ctx.db.integration.create({ data: { ...place, name, type, state: "active", accountId, credentials } });
  return { id: place.id, type, share, scope: channelOf(type).identityScope({ id: place.id, accountId }) };
}
