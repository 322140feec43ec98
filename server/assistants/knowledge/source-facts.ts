import { gathered } from "../../gathered.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";
import { keysInOrder } from "./sync-sources.ts";

/** How much was read of a source, and where it stands in `sources` of what is live and of the draft, from 0; null: nowhere. */
type SourceFacts = {
  passageCount: number;
  pageCount: number;
  /** Of its passages, how many have a vector of the operator's model; null: there is no such model. */
  embeddedCount: number | null;
  livePosition: number | null;
  draftPosition: number | null;
};

export const sourceFacts = gathered<KnowledgeSource, SourceFacts>(async (ctx, sources) => {
  const where = { workspaceId: ctx.workspaceId, sourceId: { in: [...new Set(sources.map(({ id }) => id))] } };
  const embeddings = operatorsEmbeddings();
  const aiIds = [...new Set(sources.map(({ aiId }) => aiId))];
  const [passages, pages, embedded, ...orders] = await Promise.all([
    ctx.db.knowledgePassage.groupBy({ by: ["sourceId"], where, _count: { _all: true } }),
    ctx.db.knowledgePage.groupBy({ by: ["sourceId"], where, _count: { _all: true } }),
    embeddings &&
      ctx.db.knowledgePassage.groupBy({
        by: ["sourceId"],
        where: { ...where, embeddingModel: embeddings.model },
        _count: { _all: true },
      }),
    ...aiIds.map((aiId) => keysInOrder(ctx, aiId)),
  ]);
  const countOf = (groups: typeof passages, id: string) =>
    groups.find(({ sourceId }) => sourceId === id)?._count._all ?? 0;
  return sources.map(({ id, key, aiId }) => {
    const keys = orders[aiIds.indexOf(aiId)];
    return {
      passageCount: countOf(passages, id),
      pageCount: countOf(pages, id),
      embeddedCount: embedded && countOf(embedded, id),
      livePosition: positionIn(keys?.live, key),
      draftPosition: positionIn(keys?.draft, key),
    };
  });
});

function positionIn(keys: string[] | undefined, key: string): number | null {
  const position = keys?.indexOf(key) ?? -1;
  return position < 0 ? null : position;
}
