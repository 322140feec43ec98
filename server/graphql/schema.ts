import { assistantBuilder, builder } from "./builder.ts";
import "./account.ts";
import "./agents.ts";
import "./ai-evals.ts";
import "./ai-figures.ts";
import "./ai-versions.ts";
import "./api-keys.ts";
import "./assistants.ts";
import "./broadcast-recipients.ts";
import "./broadcasts.ts";
import "./bulk-actions.ts";
import "./canned-replies.ts";
import "./channel-capabilities.ts";
import "./client-details.ts";
import "./clients.ts";
import "./conversations.ts";
import "./conv-rows.ts";
import "./copilot.ts";
import "./drafts.ts";
import "./events.ts";
import "./gateway.ts";
import "./import.ts";
import "./integrations.ts";
import "./knowledge.ts";
import "./message-attempts.ts";
import "./message-templates.ts";
import "./messages.ts";
import "./pinned-notes.ts";
import "./playground.ts";
import "./push-subscriptions.ts";
import "./scheduled-messages.ts";
import "./saved-views.ts";
import "./search-inbox.ts";
import "./reports.ts";
import "./tags.ts";
import "./team.ts";
import "./thread.ts";
import "./uploads.ts";
import "./viewer.ts";
import "./webchat.ts";
import "./webhooks.ts";
import "./workspaces.ts";
import { oneWorkspace } from "./serving/one-workspace.ts";

/** POST /core/gq. */
export const coreSchema = oneWorkspace(builder.toSchema());

/** POST /bot/gq. */
export const assistantSchema = oneWorkspace(assistantBuilder.toSchema());
