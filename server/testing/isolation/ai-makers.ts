import { addEvalQuestion } from "../../assistants/evals/add-eval-question.ts";
import { createAi } from "../../assistants/create-ai.ts";
import { insertPassages } from "../../assistants/knowledge/read-source.ts";
import { saveAiDraft } from "../../assistants/versions/save-ai-draft.ts";
import { database, inTransaction } from "../../db.ts";
import type { EvalState } from "../../generated/prisma/enums.ts";
import { testCtx } from "../factories.ts";

/** Creates assistants' versions, evals and statistics, with the workspace's mark in every text. */
export function aiMakersFor({ workspaceId, text }: { workspaceId: number; text: (what: string) => string }) {
  const db = database();
  const ctx = testCtx(workspaceId);

  async function newAssistant(): Promise<string> {
    const properties = { instructions: text("instructions") };
    return (await createAi(ctx, { name: text("assistant"), type: "builtIn", integrationProperties: properties })).id;
  }
  /** An assistant with a language model, at an address where nothing listens. */
  async function newModelAi(): Promise<string> {
    const integrationProperties = { apiKey: "sk-isolation", model: "none", baseUrl: "http://127.0.0.1:9/v1" };
    const { id } = await createAi(ctx, {
      name: text("model"),
      type: "provider_a",
      integrationProperties,
    });
    return id;
  }
  /** A source of an assistant that was already read. */
  async function newSource(aiId: string): Promise<string> {
    const source = { workspaceId, aiId, key: text("key"), kind: "text", title: text("source"), state: "ready" };
    const { id: sourceId } = await db.knowledgeSource.create({ data: source });
    const content = text("passage");
    await inTransaction(ctx, (tx) =>
      insertPassages(tx, { sourceId, pageId: null, title: source.title, firstPosition: 0 }, [
        { position: 0, heading: null, content, language: "simple" },
      ]),
    );
    return sourceId;
  }
  async function newDraftAi(): Promise<string> {
    const aiId = await newAssistant();
    await saveAiDraft(ctx, {
      aiId,
      integrationProperties: { instructions: text("instructions") },
      note: text("note"),
    });
    return aiId;
  }
  async function newQuestion(aiId: string): Promise<string> {
    const history = [{ role: "client", content: text("history") }];
    const expects = { contains: [text("expected")] };
    return (await addEvalQuestion(ctx, { aiId, question: text("question"), history, expects })).id;
  }
  /** An assistant with a golden question, and its live version. */
  async function newGoldenAi(): Promise<{ aiId: string; versionId: string }> {
    const aiId = await newAssistant();
    await newQuestion(aiId);
    const where = { workspaceId, aiId, state: "live" as const };
    return { aiId, versionId: (await db.assistantVersion.findFirstOrThrow({ where })).id };
  }
  async function newRun(aiId: string, state: EvalState = "completed"): Promise<string> {
    const questionId = await newQuestion(aiId);
    const hashes = { propertiesHash: text("properties"), knowledgeHash: text("knowledge") };
    const createdBy = text("creator");
    const run = await db.evalRun.create({
      data: {
        workspaceId,
        aiId,
        versionNumber: 1,
        state,
        total: 1,
        passed: 1,
        error: text("error"),
        createdBy,
        ...hashes,
      },
    });
    await db.evalResult.create({
      data: {
        workspaceId,
        runId: run.id,
        questionId,
        question: text("question"),
        history: [{ role: "client", content: text("history") }],
        expects: { contains: [text("expected")] },
        passed: true,
        checks: [{ kind: "contains", expected: text("expected"), passed: true, found: null }],
        reply: { text: text("reply") },
        askedAt: new Date(),
      },
    });
    return run.id;
  }
  /** The record of an assistant's answer to a contact's message, with the message it wrote. */
  async function newAnswer(answer: { aiId: string; convId: string; clientMessageId: string; messageId: string }) {
    await db.assistantAnswer.create({
      data: {
        workspaceId,
        ...answer,
        outcome: "answered",
        reason: text("reason"),
        durationMs: 1,
        details: { passages: [{ title: text("title"), content: text("passage") }], prompt: [], raw: text("raw") },
      },
    });
  }

  return { newAssistant, newModelAi, newSource, newDraftAi, newQuestion, newGoldenAi, newRun, newAnswer };
}
