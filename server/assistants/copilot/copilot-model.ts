import type { Ctx } from "../../ctx.ts";
import { env } from "../../env.ts";
import type { Assistant } from "../../generated/prisma/client.ts";
import { propertiesOf } from "../access.ts";
import { PROPERTIES } from "../assistant-properties.ts";
import type { ModelServer } from "../providers/model-server.ts";
import { operatorsModel } from "../providers/operators-model.ts";

type Of = Pick<Assistant, "workspaceId" | "id" | "type" | "properties">;

/**
 * The model that rewrites and translates for an agent: the assistant's own, where it is a language model; else the operator's; else
 * that of the workspace's first assistant that has one. Null: none is connected.
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
