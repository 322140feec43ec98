import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { enqueue, enqueueLost } from "../../work/queue.ts";
import { embed, EMBEDDED_AT_ONCE } from "../providers/model-server.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";

/** Requests per job. A longer source is queued again behind the others, so that it does not block a worker slot for long. */
const REQUESTS = 8;
/** Timeout for one request, in milliseconds. */
const REQUEST_MS = 60_000;

/**
 * Embeds the passages of a source with the operator's model, in order, and marks the source when all have a vector. An interrupted job
 * keeps its progress. Without an embedding model it does nothing.
 * @throws EngineFailure when the model's server does not answer. The job is retried later.
 */
export async function embedSource(workspaceId: number, sourceId: string): Promise<void> {
  const server = operatorsEmbeddings();
  if (!server) return;
  const ctx = systemCtx(workspaceId, "embed-source");
  for (let request = 0; request < REQUESTS; request++) {
    const passages = await withoutVector(ctx, sourceId, server.model);
    if (passages.length === 0) return markEmbedded(ctx, sourceId, server.model);
    const texts = passages.map(({ title, heading, content }) => [title, heading, content].filter(Boolean).join("\n"));
    const vectors = await embed(server, texts, AbortSignal.timeout(REQUEST_MS));
    await storeVectors(
      ctx,
      sourceId,
      server.model,
      passages.map(({ id }, at) => ({ id, vector: Buffer.from(vectors[at]?.buffer ?? new ArrayBuffer(0)) })),
    );
  }
  await inTransaction(ctx, (tx) => enqueue(tx, "embed-source", { workspaceId, sourceId }));
}

/** Queues sources whose passages do not all have vectors of the operator's model, 100 per call. Returns how many. */
export async function embedStaleSources(): Promise<number> {
  const server = operatorsEmbeddings();
  if (!server) return 0;
  return enqueueLost(
    "embed-source",
    Prisma.sql`
      select s."workspaceId", s.id as "sourceId" from "KnowledgeSource" s
      join "Workspace" w on w.id = s."workspaceId" and w."deletedAt" is null and w.plan <> 'GATEWAY'
      where s."embeddingModel" is distinct from ${server.model} and s."deletedAt" is null and s."fetchedAt" is not null`,
  );
}

type Embedded = { id: string; title: string; heading: string | null; content: string };

function withoutVector({ db, workspaceId }: Ctx, sourceId: string, model: string): Promise<Embedded[]> {
  return db.$queryRaw<Embedded[]>`
    select p.id, coalesce(page.title, s.title) as title, p.heading, p.content
    from "KnowledgePassage" p
    join "KnowledgeSource" s on s."workspaceId" = p."workspaceId" and s.id = p."sourceId" and s."deletedAt" is null
    left join "KnowledgePage" page on page."workspaceId" = p."workspaceId" and page.id = p."pageId"
    where p."workspaceId" = ${workspaceId} and p."sourceId" = ${sourceId}::uuid
      and p."embeddingModel" is distinct from ${model}
    order by p.position limit ${EMBEDDED_AT_ONCE}`;
}

async function storeVectors(
  ctx: Ctx,
  sourceId: string,
  model: string,
  rows: readonly { id: string; vector: Buffer }[],
): Promise<void> {
  const { workspaceId } = ctx;
  await inTransaction(ctx, async (tx) => {
    await tx.db.$executeRaw`
      update "KnowledgePassage" p set embedding = decode(v.vector, 'base64'), "embeddingModel" = ${model}
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, vector }) => ({ id, vector: vector.toString("base64") })))}::jsonb)
        as v(id uuid, vector text)
      where p."workspaceId" = ${workspaceId} and p."sourceId" = ${sourceId}::uuid and p.id = v.id`;
    await tx.db.knowledgeSource.updateMany({ where: { workspaceId, id: sourceId }, data: { embeddedAt: new Date() } });
  });
}

/** Marks the source only if all passages have vectors. A reading that ends meanwhile locks the source's row, so its new passages count. */
async function markEmbedded(ctx: Ctx, sourceId: string, model: string): Promise<void> {
  const { workspaceId } = ctx;
  await inTransaction(ctx, async (tx) => {
    await tx.db.$queryRaw`
      select id from "KnowledgeSource" where "workspaceId" = ${workspaceId} and id = ${sourceId}::uuid for update`;
    if ((await withoutVector(tx, sourceId, model)).length > 0) return;
    await tx.db.knowledgeSource.updateMany({
      where: { workspaceId, id: sourceId },
      data: { embeddingModel: model, embeddedAt: new Date() },
    });
  });
}
