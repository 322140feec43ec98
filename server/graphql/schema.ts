import { assistantBuilder, builder } from "./builder.ts";
import "./agents.ts";
import "./ai-evals.ts";
import "./ai-figures.ts";
import "./ai-versions.ts";
import "./api-keys.ts";
import "./assistants.ts";
import "./broadcast-recipients.ts";
import "./broadcasts.ts";
import "./channel-capabilities.ts";
import "./clients.ts";
import "./conv-rows.ts";
import "./conversations.ts";
import "./events.ts";
import "./gateway.ts";
import "./import.ts";
import "./integrations.ts";
import "./knowledge.ts";
import "./message-attempts.ts";
import "./message-templates.ts";
import "./messages.ts";
import "./page-info.ts";
import "./playground.ts";
import "./tags.ts";
import "./team.ts";
import "./uploads.ts";
import "./viewer.ts";
import "./webchat.ts";
import "./webhooks.ts";
import "./workspaces.ts";
import { oneWorkspace } from "./one-workspace.ts";
import { ASSISTANT_OPERATIONS } from "./reference/assistant-operations.ts";
import { CORE_OPERATIONS } from "./reference/core-operations.ts";
import { describeOperations } from "./reference/describe-operations.ts";

/** POST /core/gq. */
export const coreSchema = describeOperations(oneWorkspace(builder.toSchema()), CORE_OPERATIONS);

/** POST /bot/gq. */
export const assistantSchema = describeOperations(oneWorkspace(assistantBuilder.toSchema()), ASSISTANT_OPERATIONS);
