import type { WorkspaceSettings } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/** The workspace's settings, readable by everyone in it. */
export const getWorkspaceSettings = verb({ may: "USE_CONVS" }, async (ctx): Promise<WorkspaceSettings> => {
  return ctx.db.workspaceSettings.findUniqueOrThrow({ where: { workspaceId: ctx.workspaceId } });
});
