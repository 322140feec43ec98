import { z } from "zod";
import { EngineFailure } from "../engine.ts";
import { clientOf, modelFailure, type ModelServer } from "./model-server.ts";
import { WHO } from "./read-completion.ts";

/** Texts of one request: less than what any server takes at once. */
export const EMBEDDED_AT_ONCE = 64;
/** Characters of a text that are embedded: the servers' limits are in tokens, the smallest 512. A passage has about 900. */
const TEXT_MAX = 1_500;

const ANSWER = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(16_384) })),
});

/**
 * A vector of length 1 for each text, in their order; all have the model's number of dimensions.
 * @param texts at most EMBEDDED_AT_ONCE.
 * @throws EngineFailure
 */
export async function embed(
  server: ModelServer,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array<ArrayBuffer>[]> {
  const input = texts.map((text) => text.slice(0, TEXT_MAX).toWellFormed());
  let answer: unknown;
  try {
    const client = await clientOf(server, signal);
    // Not every server knows the client's own choice, base64.
    answer = await client.embeddings.create({ model: server.model, input, encoding_format: "float" });
  } catch (error) {
    throw modelFailure(error, server);
  }
  const { data } = ANSWER.safeParse(answer);
  const byIndex = new Map(data?.data.map(({ index, embedding }) => [index, embedding]));
  const dimensions = byIndex.get(0)?.length;
  return texts.map((_, at) => {
    const vector = byIndex.get(at);
    if (!vector || vector.length !== dimensions) throw new EngineFailure(`${WHO} gave no vector for each text`);
    const length = Math.hypot(...vector);
    if (!(length > 0)) throw new EngineFailure(`${WHO} gave a vector without a direction`);
    return Float32Array.from(vector, (value) => value / length);
  });
}
