import { type Ctx, actorId } from "../../ctx.ts";
import { AppError } from "../../errors.ts";
import type { Assistant, Conversation } from "../../generated/prisma/client.ts";
import { routingOf } from "../../integrations/routing.ts";
import { say } from "../../say.ts";
import { assistantOr404, propertiesOf } from "../access.ts";
import { env } from "../../env.ts";
import { PROPERTIES } from "../assistant-properties.ts";
import type { ModelServer } from "../providers/model-server.ts";
import { operatorsModel } from "../providers/operators-model.ts";

const FIRST_MADE = [{ createdAt: "asc" }, { id: "asc" }] as const;

/**
 * The assistant for an agent's copilot in a conversation: the chosen one, else the one that has the conversation, else the channel's
 * default assignee, else the workspace's first built-in one, else its first one. null: the workspace has no assistant.
 * @throws AppError NOT_FOUND if the chosen one does not exist.
 */
export async function findCopilot(ctx: Ctx, conv: Conversation, aiId: string | null): Promise<Assistant | null> {
  if (aiId !== null) return assistantOr404(ctx, aiId);
  const { workspaceId } = ctx;
  const channel = await ctx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: conv.integrationId } },
    select: { properties: true },
  });
  const { assigneeId = null } = routingOf(channel);
  const ids = [conv.aiId, assigneeId].filter((id) => id !== null);
  const named = await ctx.db.assistant.findMany({ where: { workspaceId, id: { in: ids }, deletedAt: null } });
  const inOrder = ids.flatMap((id) => named.find((assistant) => assistant.id === id) ?? []);
  if (inOrder[0]) return inOrder[0];
  const live = { workspaceId, deletedAt: null };
  const orderBy = [...FIRST_MADE];
  return (
    (await ctx.db.assistant.findFirst({ where: { ...live, type: "builtIn" }, orderBy })) ??
    (await ctx.db.assistant.findFirst({ where: live, orderBy }))
  );
}

/**
 * Like findCopilot, but requires an assistant.
 * @throws AppError NOT_FOUND, CONFLICT when the workspace has no assistant.
 */
export async function copilotOf(ctx: Ctx, conv: Conversation, aiId: string | null): Promise<Assistant> {
  const ai = await findCopilot(ctx, conv, aiId);
  if (!ai) throw new AppError("CONFLICT", say("refusal.noAssistant"));
  return ai;
}

type Of = Pick<Assistant, "workspaceId" | "id" | "type" | "properties">;

/**
 * The model that rewrites and translates for an agent: the assistant's own if it is a language model, else the operator's, else the
 * model of the workspace's first assistant that has one. null: no model is connected.
 */
export async function copilotModel(ctx: Ctx, ai: Of | null): Promise<ModelServer | null> {
  if (ai?.type === "provider_a") return modelOf(ai);
  const operators = operatorsModel();
  if (operators) return operators;
  const first = await ctx.db.assistant.findFirst({
    where: { workspaceId: ctx.workspaceId, type: "provider_a", deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return first && modelOf(first);
}

async function modelOf(ai: Of): Promise<ModelServer> {
  const { apiKey, model, baseUrl } = PROPERTIES.provider_a.parse(await propertiesOf(ai));
  return { baseUrl: baseUrl ?? env().OPENAI_BASE_URL, apiKey, model, isOperators: baseUrl === undefined };
}

/** Concurrent requests of one workspace, per process. Each may wait for its provider for TURN_MS. */
const MOST_OF_WORKSPACE = 8;
/** Concurrent requests of one person or key. A new request aborts the previous one. */
const MOST_OF_ONE = 2;

const held = new Map<string, number>();

/**
 * Calls a provider for a person, within the limits for concurrent requests. They keep repeated clicks from spending the workspace's
 * money.
 * @throws AppError RATE_LIMITED
 */
export async function inCopilotPlace<T>(ctx: Ctx, ask: () => Promise<T>): Promise<T> {
  const places = [
    [`${ctx.workspaceId}`, MOST_OF_WORKSPACE],
    [`${ctx.workspaceId} ${actorId(ctx.actor)}`, MOST_OF_ONE],
  ] as const;
  const full = places.find(([place, most]) => (held.get(place) ?? 0) >= most);
  if (full) throw new AppError("RATE_LIMITED", say("refusal.suggesting"), { retryAfterSeconds: 2, rateLimit: full[1] });
  for (const [place] of places) held.set(place, (held.get(place) ?? 0) + 1);
  try {
    return await ask();
  } finally {
    for (const [place] of places) {
      const left = (held.get(place) ?? 1) - 1;
      if (left === 0) held.delete(place);
      else held.set(place, left);
    }
  }
}
