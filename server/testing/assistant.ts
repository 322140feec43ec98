import { createAi } from "../assistants/create-ai.ts";
import { NO_REPLY, NO_TRACE, type Engine, type Reply, type Trace, type Turn } from "../assistants/engine.ts";
import { database } from "../db.ts";
import type { AIType } from "../generated/prisma/enums.ts";
import { startAnswering } from "../work/handlers/answer-turns.ts";
import type { WorkPool } from "../work/pool.ts";
import { customerSystem } from "./custom-channel.ts";
import { createTestIntegration, createTestWorkspace, testCtx } from "./factories.ts";
import { eventually } from "./receiver.ts";

/** Scale of a turn's times in tests: two seconds of waiting become a fifth of a second. */
export const TIME_SCALE = 0.1;
/** How long a contact must have been quiet. */
export const QUIET_MS = 2_000 * TIME_SCALE;

const PROPERTIES: Record<AIType, object> = {
  provider_a: { apiKey: "sk-test-0123456789", model: "gpt-test" },
  provider_b: { apiKey: "pc-test-0123456789", model: "handbook" },
  builtIn: {},
  custom: { endpoint: "http://127.0.0.1:9/answers" },
};

/** A reply with this text, or with these parts. */
export function reply(parts: string | (Partial<Omit<Reply, "trace">> & { trace?: Partial<Trace> })): Reply {
  const { trace, ...more } = typeof parts === "string" ? { text: parts } : parts;
  return { ...NO_REPLY, ...more, trace: { ...NO_TRACE, ...trace } };
}

/** A workspace with a custom channel whose conversations go to an assistant. */
export async function createAssistantScene({
  type = "provider_a" as AIType,
  properties = {} as object,
  routing = {} as object,
  /** The address for replies. */
  endpoint = "http://127.0.0.1:9/replies",
} = {}) {
  const workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  const ctx = testCtx(workspaceId);
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint });
  const integrationProperties = { ...PROPERTIES[type], ...properties };
  const { id: aiId } = await createAi(ctx, { name: "Otto", type, integrationProperties });
  await database().integration.updateMany({
    where: { workspaceId, id: integrationId },
    data: { properties: { start: "AI", assigneeId: aiId, ...routing } },
  });
  const conv = (id: string) =>
    database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  const answers = (convId: string) =>
    database().assistantAnswer.findMany({ where: { workspaceId, convId }, orderBy: { createdAt: "asc" } });
  /** Our side's messages, with notes in brackets. */
  const thread = async (convId: string) =>
    (await database().message.findMany({ where: { workspaceId, convId, isAgent: true }, orderBy: { seq: "asc" } })).map(
      ({ type: kind, content }) => (kind === "note" ? `[${content}]` : content),
    );
  return {
    ...workspace,
    ctx,
    integrationId,
    aiId,
    customer: customerSystem(integrationId),
    conv,
    answers,
    thread,
    /** Waits until a conversation has this many replies of its assistant, and returns them. */
    answered: async (convId: string, count = 1, withinMs = 10_000) => {
      await eventually(
        async () => (await answers(convId)).length >= count,
        withinMs,
        () => `no answer ${count}`,
      );
      return answers(convId);
    },
  };
}

export type AssistantScene = Awaited<ReturnType<typeof createAssistantScene>>;

let workers: WorkPool[] = [];

/** Stops what a test started, and removes turns that still wait, so the next test does not get them. For afterEach. */
export async function stopAnswering(): Promise<void> {
  await stopWorkers();
  const end = { ended: true, endedAt: new Date(), endedBy: "SYSTEM", needsResponse: false };
  await database().conversation.updateMany({ where: { ended: false }, data: end });
}

/** Stops workers without grace time. */
export async function stopWorkers(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop(0)));
  workers = [];
}

/**
 * Starts a worker whose assistants all reply with the result of `respond`.
 * @returns the requested turns.
 */
export function answering(respond: (turn: Turn, index: number) => Reply | Promise<Reply>): Turn[] {
  const turns: Turn[] = [];
  const engine: Engine = async (turn) => {
    turns.push(turn);
    return respond(turn, turns.length - 1);
  };
  workers.push(startAnswering(20, { engineOf: () => engine, timeScale: TIME_SCALE }));
  return turns;
}

/** Like `answering`, with assistants that wait until the test lets them reply. */
export function thinking(text: string) {
  const begun: (() => void)[] = [];
  const turns = answering(
    (turn) =>
      new Promise((resolve, reject) => {
        begun.push(() => resolve(reply(text)));
        turn.signal.addEventListener("abort", () => reject(turn.signal.reason as Error), { once: true });
      }),
  );
  return {
    turns,
    isAsked: () =>
      eventually(
        () => begun.length > 0,
        10_000,
        () => "it was not asked",
      ),
    answer: () => begun.shift()?.(),
  };
}

/** The messages that an assistant received, one line each. */
export function shownTo(turn: Turn | undefined): string[] {
  return (turn?.messages ?? []).map(({ role, content }) => `${role}: ${content}`);
}
