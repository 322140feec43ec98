import { builder } from "./builder.ts";
import "./agents.ts";
import "./api-keys.ts";
import "./clients.ts";
import "./conv-rows.ts";
import "./conversations.ts";
import "./integrations.ts";
import "./messages.ts";
import "./page-info.ts";
import "./tags.ts";
import "./viewer.ts";
import "./webhooks.ts";
import "./workspaces.ts";
import { oneWorkspace } from "./one-workspace.ts";

/** POST /core/gq. */
export const coreSchema = oneWorkspace(builder.toSchema());
