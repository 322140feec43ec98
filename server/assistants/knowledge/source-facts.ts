import { gathered } from "../../gathered.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";
import { keysInOrder } from "./sync-sources.ts";

/** The size of a source, and its position from 0 in `sources` of the live version and of the draft. null: it is not in there. */
type SourceFacts = {
  passageCount: number;
  pageCount: number;
  /** Number of passages with a vector of the operator's model. null: there is no such model. */
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
