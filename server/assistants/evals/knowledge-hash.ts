import { fingerprint } from "../../crypto.ts";
import type { Ctx } from "../../ctx.ts";
import { say, type Said } from "../../say.ts";
import { sourcesOf, type AssistantProperties } from "../assistant-properties.ts";
import { sourceKey, shownOf } from "../knowledge/sync-sources.ts";

type KnownSource = { key: string; title: string; contentHash: Uint8Array | null; state: string };

function readSources(ctx: Ctx, aiId: string, properties: AssistantProperties): Promise<KnownSource[]> {
  const keys = sourcesOf(properties).map(sourceKey);
  return ctx.db.knowledgeSource.findMany({
    where: { workspaceId: ctx.workspaceId, aiId, key: { in: keys }, deletedAt: null },
    select: { key: true, title: true, contentHash: true, state: true },
    orderBy: { key: "asc" },
  });
}

/** A hash of the texts that an assistant with these properties answers from. It changes when a text changes. */
export async function knowledgeHash(ctx: Ctx, aiId: string, properties: AssistantProperties): Promise<string> {
  const sources = await readSources(ctx, aiId, properties);
  return fingerprint(sources.map(({ contentHash }) => contentHash && Buffer.from(contentHash).toString("hex")));
}

/** Why evals of these properties would not be meaningful yet, as a sentence. null: they would be. */
export async function unreadSource(ctx: Ctx, aiId: string, properties: AssistantProperties): Promise<Said | null> {
  const sources = await readSources(ctx, aiId, properties);
  const isUnread = ({ state, contentHash }: KnownSource) => contentHash === null && state !== "failed";
  const unread = sources.find(isUnread);
  if (unread) return say("assistants.sourceUnread", { title: unread.title });
  // Only a past version can lose a source: sources are kept for the live version and the draft.
  const kept = new Set(sources.map(({ key }) => key));
  const lost = sourcesOf(properties).find((source) => !kept.has(sourceKey(source)));
  if (!lost) return null;
  return say("assistants.sourceLost", { title: shownOf(lost).title });
}
