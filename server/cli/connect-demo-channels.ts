import { createBroadcast } from "../broadcasts/create-broadcast.ts";
import { launchBroadcast } from "../broadcasts/launch-broadcast.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { connectChannel } from "../integrations/connect-channel.ts";
import { subscribeChannel } from "../integrations/subscribe-channel.ts";
import { providerFetch } from "../provider-fetch.ts";
import { inEnglish } from "../say.ts";
import { integrationOf, type DemoProvider } from "./demo/provider-channels.ts";
import { NEWSLETTER } from "./demo/relations.ts";

/**
 * Creates the demo workspace's channels of simulated providers and a web chat, and registers them with the simulator. An
 * existing channel is subscribed again. A removed channel stays removed.
 * @param simulatorUrl of its page and control API.
 */
export async function connectDemoChannels(
  workspaceId: number,
  simulatorUrl: string,
  providers: readonly DemoProvider[],
): Promise<void> {
  const ctx = await ownerCtx(workspaceId);
  for (const provider of providers) {
    await connectSimulator(simulatorUrl, provider);
    const { type, accountId = "", integrationProperties } = integrationOf(provider);
    const row = await ctx.db.integration.findFirst({ where: { workspaceId, type, accountId } });
    if (!row) {
      const made = await connectChannel(ctx, { name: provider.name, type, integrationProperties });
      if (type === "WHATSAPP") await sendDemoBroadcast(ctx, made.id);
    } else if (!row.deletedAt) await subscribeChannel(ctx, row);
  }
  // A removed web chat is not created again.
  const known = await ctx.db.integration.findFirst({
    where: { workspaceId, type: "WEBCHAT" },
    orderBy: { createdAt: "asc" },
  });
  if (known?.deletedAt) return;
  const { id } = known ?? (await connectChannel(ctx, { name: "Web chat", type: "WEBCHAT" }));
  const address = `${env().APP_URL}/chat/${id}`;
  await connectSimulator(simulatorUrl, { kind: "webchat", slug: "webchat", name: "Web chat", address });
}

/**
 * Sends one broadcast to all newsletter contacts, so that broadcasts, their report and the view of contacts without a reply are
 * not empty.
 */
async function sendDemoBroadcast(ctx: Ctx, integrationId: string): Promise<void> {
  const clientTags = [NEWSLETTER];
  const someone = await ctx.db.client.findFirst({
    where: { workspaceId: ctx.workspaceId, tags: { hasEvery: clientTags } },
  });
  if (!someone) return;
  const { id } = await createBroadcast(ctx, {
    name: "New lamps",
    integrationId,
    clientTags,
    templateName: "new_lamps",
    templateLang: "en",
    templateComponents: [{ type: "body", parameters: [{ type: "text", text: "{{name}}" }] }],
  });
  await launchBroadcast(ctx, { id });
}

async function ownerCtx(workspaceId: number): Promise<Ctx> {
  const db = database();
  const owner = await db.membership.findFirstOrThrow({
    where: { workspaceId, role: "OWNER" },
    orderBy: { createdAt: "asc" },
  });
  const agent = await db.agent.findFirstOrThrow({ where: { workspaceId, userId: owner.userId } });
  return {
    db,
    workspaceId,
    actor: { kind: "user", userId: owner.userId, agentId: agent.id, role: "OWNER", sessionId: SYSTEM },
    plan: null,
    now: new Date(),
    wakes: null,
  };
}

async function connectSimulator(simulatorUrl: string, channel: Record<string, string>): Promise<void> {
  const reply = await providerFetch({
    url: `${simulatorUrl}/control/channels`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(channel),
    deadlineMs: 10_000,
  });
  if (reply.kind === "answer" && reply.status === 200) return;
  const reason = reply.kind === "answer" ? reply.body : inEnglish(reply.error);
  throw new Error(`The simulator does not take the channel ${channel.name}: ${reason}`);
}
