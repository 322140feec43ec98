import type { Ctx } from "../ctx.ts";
import type { WorkspaceSettings, WorkspaceTestNumber } from "../generated/prisma/client.ts";

export type Settings = WorkspaceSettings & { testNumbers: WorkspaceTestNumber[] };

/** The workspace's settings; every workspace has them from its beginning. */
export async function settingsOf(ctx: Ctx): Promise<Settings> {
  return ctx.db.workspaceSettings.findUniqueOrThrow({
    where: { workspaceId: ctx.workspaceId },
    include: { testNumbers: { orderBy: { position: "asc" } } },
  });
}
