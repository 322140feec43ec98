import { setImmediate } from "node:timers/promises";
import { database } from "../../db.ts";
import { log } from "../../log.ts";
import { embed } from "../providers/embed.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";
import { EngineFailure } from "../engine.ts";

const NEAREST = 40;
/** Milliseconds that a question's vector is waited for; without it the words alone decide. */
const PATIENCE_MS = 5_000;
/** Bytes of vectors that a process keeps, the least recently used go first: 20,000 passages of a model with 1,536 dimensions. */
const KEPT_MAX_BYTES = 128 * 1024 * 1024;
/** Passages that one statement reads: at 1,536 dimensions 6 MB. */
const AT_ONCE = 1_000;

/** The vectors of a source, one behind the other, and whose they are. */
type Vectors = { ids: string[]; values: Float32Array; dimensions: number };

const kept = new Map<string, { edition: string; vectors: Vectors }>();
let keptBytes = 0;

/**
 * Ids of the passages of these sources that are nearest to a text in meaning, the nearest first, every passage compared. None without
 * an embedding model, and none when its server does not answer: the words are searched all the same.
 */
export async function nearPassages(
  workspaceId: number,
  sourceIds: readonly string[],
  text: string,
  signal: AbortSignal,
): Promise<string[]> {
  const server = operatorsEmbeddings();
  if (!server || sourceIds.length === 0) return [];
  let question: Float32Array;
  try {
    const [vector] = await embed(server, [text], AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    if (!vector) return [];
    question = vector;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EngineFailure)) throw error;
    log.warn({ reason: error.message, workspaceId }, "a question was looked up by its words alone");
    return [];
  }
  const sources = await database().$queryRaw<{ id: string; edition: string }[]>`
    select id, concat_ws(' ', "embeddedAt", "fetchedAt", ${server.model}::text) as edition from "KnowledgeSource"
    where "workspaceId" = ${workspaceId} and id = any(${sourceIds}::uuid[]) and "embeddedAt" is not null`;
  let nearest: { id: string; nearness: number }[] = [];
  for (const { id, edition } of sources) {
    const found = await compared(await vectorsOf(workspaceId, id, edition, server.model), question);
    nearest = [...nearest, ...found].sort((a, b) => b.nearness - a.nearness).slice(0, NEAREST);
  }
  return nearest.map(({ id }) => id);
}

/** Numbers that are compared before others have their turn: about 4 ms. */
const IN_A_ROW = 1_500_000;

/** The cosine of each passage and the question: all vectors have the length 1. */
async function compared(
  { ids, values, dimensions }: Vectors,
  question: Float32Array,
): Promise<{ id: string; nearness: number }[]> {
  if (dimensions !== question.length) return [];
  const rows = Math.ceil(IN_A_ROW / dimensions);
  const found: { id: string; nearness: number }[] = [];
  for (const [row, id] of ids.entries()) {
    if (row > 0 && row % rows === 0) await setImmediate();
    let nearness = 0;
    for (let at = 0, from = row * dimensions; at < dimensions; at++)
      nearness += (values[from + at] ?? 0) * (question[at] ?? 0);
    found.push({ id, nearness });
  }
  return found;
}

async function vectorsOf(workspaceId: number, sourceId: string, edition: string, model: string): Promise<Vectors> {
  const place = `${workspaceId} ${sourceId}`;
  const last = kept.get(place);
  forget(place);
  const vectors = last?.edition === edition ? last.vectors : await readVectors(workspaceId, sourceId, model);
  forget(place);
  kept.set(place, { edition, vectors });
  keptBytes += vectors.values.byteLength;
  for (const oldest of kept.keys()) {
    if (keptBytes <= KEPT_MAX_BYTES) break;
    forget(oldest);
  }
  return vectors;
}

function forget(place: string): void {
  keptBytes -= kept.get(place)?.vectors.values.byteLength ?? 0;
  kept.delete(place);
}

async function readVectors(workspaceId: number, sourceId: string, model: string): Promise<Vectors> {
  const ids: string[] = [];
  const parts: Float32Array[] = [];
  let dimensions = 0;
  for (let after = -1; ;) {
    const rows = await database().$queryRaw<{ id: string; position: number; embedding: Uint8Array }[]>`
      select id, position, embedding from "KnowledgePassage"
      where "workspaceId" = ${workspaceId} and "sourceId" = ${sourceId}::uuid and position > ${after}
        and "embeddingModel" = ${model}
      order by position limit ${AT_ONCE}`;
    for (const { id, embedding } of rows) {
      const vector = new Float32Array(new Uint8Array(embedding).buffer);
      // A server that changed its model under the same name: what is older is not compared.
      if (dimensions === 0) dimensions = vector.length;
      if (vector.length !== dimensions) continue;
      ids.push(id);
      parts.push(vector);
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.position;
  }
  const values = new Float32Array(parts.length * dimensions);
  parts.forEach((vector, row) => values.set(vector, row * dimensions));
  return { ids, values, dimensions };
}
