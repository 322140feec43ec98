import type { Ctx } from "../../ctx.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";
import { keysInOrder } from "./kept-sources.ts";

/** A source with how much was read of it, and where it stands in `sources` of what is live and of the draft, from 0; null: nowhere. */
export type SourceView = KnowledgeSource & {
  passageCount: number;
  pageCount: number;
  /** Of its passages, how many have a vector of the operator's model; null: there is no such model. */
  embeddedCount: number | null;
  livePosition: number | null;
  draftPosition: number | null;
};

/** Sources of one assistant as people see them, in the order given. */
export async function viewSources(ctx: Ctx, aiId: string, sources: readonly KnowledgeSource[]): Promise<SourceView[]> {
  const where = { workspaceId: ctx.workspaceId, sourceId: { in: sources.map(({ id }) => id) } };
  const embeddings = operatorsEmbeddings();
  const [passages, pages, embedded, keys] = await Promise.all([
    ctx.db.knowledgePassage.groupBy({ by: ["sourceId"], where, _count: { _all: true } }),
    ctx.db.knowledgePage.groupBy({ by: ["sourceId"], where, _count: { _all: true } }),
    embeddings &&
      ctx.db.knowledgePassage.groupBy({
        by: ["sourceId"],
        where: { ...where, embeddingModel: embeddings.model },
        _count: { _all: true },
      }),
    keysInOrder(ctx, aiId),
  ]);
  const countOf = (groups: typeof passages, id: string) =>
    groups.find(({ sourceId }) => sourceId === id)?._count._all ?? 0;
  return sources.map((source) => ({
    ...source,
    passageCount: countOf(passages, source.id),
    pageCount: countOf(pages, source.id),
    embeddedCount: embedded && countOf(embedded, source.id),
    livePosition: positionIn(keys.live, source.key),
    draftPosition: positionIn(keys.draft, source.key),
  }));
}

function positionIn(keys: string[], key: string): number | null {
  const position = keys.indexOf(key);
  return position < 0 ? null : position;
}
