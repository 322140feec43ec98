import { fingerprint } from "../../crypto.ts";
import type { Ctx } from "../../ctx.ts";
import { sourcesOf } from "../assistant-properties.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import { sourceKey } from "../knowledge/source-key.ts";

type KnownSource = { title: string; contentHash: Uint8Array | null; state: string };

/** The sources that these properties name, as far as they are there. */
function readSources(ctx: Ctx, aiId: string, properties: AssistantProperties): Promise<KnownSource[]> {
  const keys = sourcesOf(properties).map(sourceKey);
  return ctx.db.knowledgeSource.findMany({
    where: { workspaceId: ctx.workspaceId, aiId, key: { in: keys }, deletedAt: null },
    select: { title: true, contentHash: true, state: true },
    orderBy: { key: "asc" },
  });
}

/** Of the texts that an assistant with these properties answers from: another text, another hash. */
export async function knowledgeHash(ctx: Ctx, aiId: string, properties: AssistantProperties): Promise<string> {
  const sources = await readSources(ctx, aiId, properties);
  return fingerprint(sources.map(({ contentHash }) => contentHash && Buffer.from(contentHash).toString("hex")));
}

/** The title of a source that was never read and is still to be; null: there is none. */
export async function unreadSource(ctx: Ctx, aiId: string, properties: AssistantProperties): Promise<string | null> {
  const sources = await readSources(ctx, aiId, properties);
  const isUnread = ({ state, contentHash }: KnownSource) => contentHash === null && state !== "failed";
  return sources.find(isUnread)?.title ?? null;
}
