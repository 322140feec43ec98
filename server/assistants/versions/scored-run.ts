import type { Ctx } from "../../ctx.ts";
import type { AssistantVersion, EvalRun } from "../../generated/prisma/client.ts";

/** The last completed run of a version's evals with exactly the properties that it has; null: there is none. */
export function scoredRun(ctx: Ctx, version: Pick<AssistantVersion, "id" | "propertiesHash">): Promise<EvalRun | null> {
  const { id: versionId, propertiesHash } = version;
  return ctx.db.evalRun.findFirst({
    where: { workspaceId: ctx.workspaceId, versionId, propertiesHash, state: "completed" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}
