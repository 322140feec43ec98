import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { settingsOf } from "./access.ts";
import type { Settings } from "./access.ts";

/** The workspace's settings, readable by everyone in it. */
export async function getWorkspaceSettings(ctx: Ctx): Promise<Settings> {
  can(ctx, "USE_CONVS");
  return settingsOf(ctx);
}
