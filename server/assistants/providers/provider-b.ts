import { z } from "zod";
import type { PROPERTIES } from "../assistant-properties.ts";
import { EngineFailure, type Engine, type FoundPassage } from "../engine.ts";
import { dialogueOf, takingTurns } from "./dialogue.ts";
import { askAssistant, WHO } from "./pinecone-assistant.ts";
import { spokenReply } from "./spoken-reply.ts";

/**
 * A vector-search provider: the chat of Pinecone Assistant, with the customer's own key. `model` is the assistant's name, or
 * `name:llm` for another model than the assistant's usual one (contract, "AI assistant"; decisions section 10).
 */
export function providerB(settings: z.infer<(typeof PROPERTIES)["provider_b"]>): Engine {
  const [name = "", ...rest] = settings.model.split(":");
  const llm = rest.length > 0 ? { model: rest.join(":") } : {};
  return async ({ messages, signal }) => {
    // Its search reads the last line: the whole burst of a client belongs into it.
    const lines = takingTurns(dialogueOf(messages));
    const answer: unknown = await askAssistant(settings, name, signal, (assistant) =>
      assistant.chat({ messages: lines, ...llm }),
    );
    const { data } = chatAnswer.safeParse(answer);
    if (!data) throw new EngineFailure(`${WHO} answered with something that is no chat answer`);
    const raw = data.message.content ?? "";
    const isFiltered = data.finishReason === "content_filter";
    return spokenReply(
      isFiltered ? "" : raw,
      {
        passages: passagesOf(data.citations ?? []),
        prompt: lines,
        raw,
        toolCalls: [],
        model: data.model ?? null,
        promptTokens: data.usage?.promptTokens ?? null,
        completionTokens: data.usage?.completionTokens ?? null,
      },
      isFiltered ? "the model refused to answer" : "the assistant at Pinecone answered with nothing",
    );
  };
}

const count = z.number().int().nonnegative().optional().catch(undefined);
const chatAnswer = z.object({
  finishReason: z.string().optional(),
  message: z.object({ content: z.string().nullish() }),
  model: z.string().optional(),
  citations: z
    .array(
      z.object({
        references: z
          .array(
            z.object({
              file: z.object({ id: z.string(), name: z.string() }).optional(),
              pages: z.array(z.number()).nullish(),
              highlight: z.object({ content: z.string().nullish() }).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish()
    .catch([]),
  usage: z.object({ promptTokens: count, completionTokens: count }).nullish(),
});

/** Of what it cites, as much is kept as people look at. */
const PASSAGES_MAX = 50;
const PASSAGE_MAX = 4_000;

/** What it cites, each place of a file once. It gives no score: what it cites, it has answered from. Its signed addresses stay with it. */
function passagesOf(citations: NonNullable<z.infer<typeof chatAnswer>["citations"]>): FoundPassage[] {
  const passages = new Map<string, FoundPassage>();
  for (const { file, pages, highlight } of citations.flatMap(({ references }) => references ?? [])) {
    if (!file) continue;
    const heading = pages?.length ? `${pages.length > 1 ? "Pages" : "Page"} ${pages.join(", ")}` : null;
    const id = `${file.id}#${pages?.join(",") ?? ""}`;
    const content = (highlight?.content ?? "").slice(0, PASSAGE_MAX);
    passages.set(id, { id, sourceId: file.id, title: file.name, url: null, heading, content, score: 1, isUsed: true });
  }
  return [...passages.values()].slice(0, PASSAGES_MAX);
}
