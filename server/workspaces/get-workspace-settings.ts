import { verb } from "../verb.ts";
import { settingsOf } from "./access.ts";
import type { Settings } from "./access.ts";

/** The workspace's settings, readable by everyone in it. */
export const getWorkspaceSettings = verb({ may: "USE_CONVS" }, async (ctx): Promise<Settings> => {
  return settingsOf(ctx);
});
