import { verb } from "../../verb.ts";
import { assistantOr404, propertiesOf, propertiesOfVersion, versionOr404 } from "../access.ts";
import type { AIType } from "../../generated/prisma/enums.ts";
import { newId } from "../../new-id.ts";
import { inEnglish } from "../../say.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import { EngineFailure, type Turn } from "../engine.ts";
import { engineOf } from "../providers/engine-of.ts";
import { embed, askModel } from "../providers/model-server.ts";
import { operatorsEmbeddings, operatorsModel } from "../providers/operators-model.ts";
import { PROVIDER_DEADLINE_MS } from "../providers/guarded-fetch.ts";

/**
 * Tests an assistant's live version or another one by sending it a message. A failure is returned as a sentence.
 */
export const checkAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: { id: string; versionId?: string | null }) => {
    const ai = await assistantOr404(ctx, input.id);
    const properties =
      input.versionId == null
        ? await propertiesOf(ai)
        : await propertiesOfVersion(await versionOr404(ctx, ai.id, input.versionId));
    return checkEngine(ai.type, properties, { workspaceId: ctx.workspaceId, aiId: ai.id });
  },
);

/** A test has no conversation. A custom endpoint recognizes it by this id. */
const NIL = "00000000-0000-0000-0000-000000000000";
const HELLO = "Hello";

/**
 * Tests an assistant's settings by sending "Hello" once, as a contact would. Only a real answer tests the address, the key, the model
 * and the remaining credit together. It costs one short answer.
 * @param properties decrypted.
 * @returns a sentence for people, without secrets.
 */
export async function checkEngine(
  type: AIType,
  properties: AssistantProperties,
  place: { workspaceId: number; aiId: string },
): Promise<{ isGood: boolean; message: string }> {
  const began = performance.now();
  try {
    if (type === "builtIn") return await checkBuiltIn();
    const { isUnanswered, handover } = await engineOf(type, properties, place)(trial(place));
    if (isUnanswered)
      return { isGood: false, message: sentence(handover ? inEnglish(handover.reason) : "it answered with nothing") };
    return { isGood: true, message: `It answered within ${seconds(performance.now() - began)}.` };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return { isGood: false, message: sentence(error.message) };
  }
}

/** The built-in assistant needs no setup. If the operator configured a model or an embedding model, these are tested. */
async function checkBuiltIn(): Promise<{ isGood: boolean; message: string }> {
  const model = operatorsModel();
  if (!model) return { isGood: true, message: "It needs no key: it answers from its sources, word for word." };
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const began = performance.now();
  await askModel(model, { instructions: null, lines: [{ role: "user", content: HELLO }], maxTokens: 1_000, signal });
  const embeddings = operatorsEmbeddings();
  if (embeddings) await embed(embeddings, [HELLO], signal);
  return { isGood: true, message: `Its model ${model.model} answered within ${seconds(performance.now() - began)}.` };
}

function trial({ workspaceId, aiId }: { workspaceId: number; aiId: string }): Turn {
  return {
    workspaceId,
    aiId,
    convId: NIL,
    clientId: NIL,
    key: `trial-${newId()}`,
    messages: [{ role: "client", type: "text", content: HELLO, url: null, createdAt: new Date() }],
    known: {},
    signal: AbortSignal.timeout(PROVIDER_DEADLINE_MS),
  };
}

function seconds(ms: number): string {
  return `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
