import type { Json } from "../graphql/graphql.ts";
import type { ServiceWords } from "../i18n/service-words.ts";

/** The actions that the service logs, by topic, for the filter. */
export const AUDIT_GROUPS = {
  team: [
    "assignUserRole",
    "assignOwner",
    "createInvitation",
    "resendInvitation",
    "revokeInvitation",
    "acceptInvitation",
    "joinWithSso",
    "setRoleBySso",
    "removeMember",
  ],
  agents: ["createAgent", "patchAgent", "linkAgent"],
  keys: ["genApiKey", "deleteApiKey", "useApiKey"],
  signIns: [
    "signIn",
    "signOut",
    "changePassword",
    "resetPassword",
    "revokeSessions",
    "enableTwoFactor",
    "disableTwoFactor",
    "renewRecoveryCodes",
    "useRecoveryCode",
    "saveSsoDomain",
    "verifySsoDomain",
    "deleteSsoDomain",
    "releaseSsoDomain",
  ],
  channels: [
    "createIntegration",
    "connectChannel",
    "patchIntegration",
    "patchIntegrationCredentials",
    "setIntegrationState",
    "sendTestMessage",
    "accountNotice",
    "patchWebchatSettings",
    "rotateWebchatSecret",
  ],
  webhooks: [
    "createWebhook",
    "patchWebhook",
    "deleteWebhook",
    "rotateWebhookSecret",
    "replayWebhookDelivery",
    "replayFailedWebhookDeliveries",
    "sendTestEvent",
  ],
  assistants: [
    "createAi",
    "patchAi",
    "publishAi",
    "restoreAiVersion",
    "setAiGate",
    "deleteAi",
    "addEvalQuestion",
    "patchEvalQuestion",
    "deleteEvalQuestion",
  ],
  broadcasts: ["createBroadcast", "patchBroadcast", "launchBroadcast", "cancelBroadcast", "retryBroadcast"],
  contacts: [
    "archiveClient",
    "unarchiveClient",
    "mergeClients",
    "eraseClient",
    "undoMerge",
    "bulkPatchClients",
    "bulkImportContacts",
    "cancelBulkImport",
    "bulkPatchTags",
    "createSegment",
    "patchSegment",
    "createTag",
    "deleteTag",
  ],
  exports: ["exportClients", "exportConversations", "exportBroadcastRecipients", "exportClientData", "fetchClientData"],
  workspace: ["patchWorkspaceSettings", "createCreditCheckout", "deleteWorkspace"],
} as const;

export type AuditGroup = keyof typeof AUDIT_GROUPS;

/** An action with a name in every language. */
export type AuditAction = (typeof AUDIT_GROUPS)[AuditGroup][number];

/** Whether the catalogue has the action's name: the service may be newer than the page. */
export function isKnownAction(action: string): action is AuditAction {
  return Object.values(AUDIT_GROUPS).some((actions: readonly string[]) => actions.includes(action));
}

/** Refusal reasons with texts in every language. */
const CODES = ["FORBIDDEN_ROLE", "FORBIDDEN_WORKSPACE", "UNAUTHENTICATED", "RATE_LIMITED"] as const;

/** Whether the catalogue has a text for the refusal reason. */
export function isKnownCode(code: string): code is (typeof CODES)[number] {
  return CODES.some((known) => known === code);
}

/** A readable form of an operation's name, if the catalogue has none: "patchWebchatSettings" → "Patch webchat settings". */
export function actionWords(action: string): string {
  const words = action.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One changed field. `before` or `after` is null if there was, or is, no value. */
export type AuditChange = { field: string; before: string | null; after: string | null };

/** The changes of an entry by field. Unchanged fields are left out. */
export function auditChanges(before: Json, after: Json, say: ServiceWords): AuditChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields
    .map((field) => ({ field, before: wordsOf(was[field], say), after: wordsOf(is[field], say) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(facts: Json): Record<string, Json> {
  return facts !== null && typeof facts === "object" && !Array.isArray(facts) ? facts : {};
}

function wordsOf(value: Json | undefined, say: ServiceWords): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(", ") || null;
  // A sentence of the service's, with what it takes to say it in another language.
  if (isSentence(value)) return say(value.text, value.wording);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isSentence(value: Json): value is { text: string; wording: Json } {
  return (
    typeof value === "object" &&
    value !== null &&
    "wording" in value &&
    "text" in value &&
    typeof value.text === "string"
  );
}
