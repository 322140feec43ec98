import type { WorkspaceSettings } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/** Every member may read the settings. */
export const getWorkspaceSettings = verb({ may: "USE_CONVS" }, async (ctx): Promise<WorkspaceSettings> => {
  return ctx.db.workspaceSettings.findUniqueOrThrow({ where: { workspaceId: ctx.workspaceId } });
});
