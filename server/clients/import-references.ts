import type { Ctx } from "../ctx.ts";
import type { ImportReferences } from "./import-row.ts";

/** The agents and client stages that rows may name, read once per file; a stage by its id before one by its value. */
export async function importReferences(ctx: Ctx): Promise<ImportReferences> {
  const { workspaceId } = ctx;
  const [agents, stages] = await Promise.all([
    ctx.db.agent.findMany({ where: { workspaceId, deletedAt: null }, select: { id: true } }),
    ctx.db.tag.findMany({
      where: { workspaceId, type: "clientStage", deletedAt: null },
      select: { id: true, tag: true },
    }),
  ]);
  return {
    agentIds: new Set(agents.map(({ id }) => id)),
    stageIds: new Map([
      ...stages.map(({ id, tag }) => [tag, id] as const),
      ...stages.map(({ id }) => [id, id] as const),
    ]),
  };
}
