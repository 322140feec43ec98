import type { Ctx } from "../../ctx.ts";
import { propertiesOf, propertiesOfVersion } from "../access.ts";
import { sourcesOf, type AssistantProperties, type KnowledgeSourceInput } from "../assistant-properties.ts";
import { sourceKey } from "./source-key.ts";

/** The sources that what is live or a draft of an assistant names, by their keys; none of one that was deleted. */
export async function keptSources(ctx: Ctx, aiId: string): Promise<Map<string, KnowledgeSourceInput>> {
  const { live, draft } = await keptProperties(ctx, aiId);
  const sources = [live, draft].flatMap((properties) => (properties ? sourcesOf(properties) : []));
  return new Map(sources.map((source) => [sourceKey(source), source]));
}

/** The same sources' keys in the order in which what is live, and the draft, name them. */
export async function keysInOrder(ctx: Ctx, aiId: string): Promise<{ live: string[]; draft: string[] }> {
  const { live, draft } = await keptProperties(ctx, aiId);
  const keysOf = (properties: AssistantProperties | null) => (properties ? sourcesOf(properties).map(sourceKey) : []);
  return { live: keysOf(live), draft: keysOf(draft) };
}

type Kept = { live: AssistantProperties | null; draft: AssistantProperties | null };

async function keptProperties(ctx: Ctx, aiId: string): Promise<Kept> {
  const { workspaceId } = ctx;
  const ai = await ctx.db.assistant.findFirst({ where: { workspaceId, id: aiId, type: "builtIn", deletedAt: null } });
  if (!ai) return { live: null, draft: null };
  const draft = await ctx.db.assistantVersion.findFirst({ where: { workspaceId, aiId, state: "draft" } });
  const [live, drafted] = await Promise.all([propertiesOf(ai), draft ? propertiesOfVersion(draft) : null]);
  return { live, draft: drafted };
}
