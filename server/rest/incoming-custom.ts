import { historyKeyOf } from "../auth/history-key.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { receiveMessage } from "../inbox/receive-message.ts";
import { takeHistory } from "../inbox/take-history.ts";
import { updateMessageStatus } from "../inbox/update-message-status.ts";
import { openCustomChannel } from "../integrations/open-custom-channel.ts";
import { quote } from "../say.ts";
import { customMessage, customStatus } from "./custom-body.ts";
import { checkShape, readJsonObject } from "./read-json.ts";

const JOB = "incoming-custom";

/**
 * POST /ext/v1/incoming/custom/:integrationId: a customer's message. Answers 200 when it is stored durably, and for a repeated
 * messageId with the ids it was stored under. With a key in `x-history-key` it is a message of before, of the time in `createdAt`.
 */
export async function incomingCustom(call: Call): Promise<Answer> {
  const { integrationId = "" } = call.params;
  const tokens = tokensOf(call);
  const integration = await openCustomChannel(integrationId, tokens, { age: "lately" });
  const historyKey = await historyKeyOf((name) => call.headers.get(name), integration.workspaceId);
  const inbound = checkShape(customMessage, await readJsonObject(call));
  const openAgain = () => openCustomChannel(integrationId, tokens, { counted: "refusals" });
  const ctx = systemCtx(integration.workspaceId, JOB);
  if (historyKey) return { status: 200, body: await takeHistory(ctx, integration, inbound, historyKey) };
  return { status: 200, body: await receiveMessage(ctx, integration, inbound, openAgain) };
}

/** POST /ext/v1/incoming/custom/:integrationId/status: what became of a message that the channel's endpoint took. */
export async function incomingCustomStatus(call: Call): Promise<Answer> {
  const integration = await openCustomChannel(call.params.integrationId ?? "", tokensOf(call));
  const { messageId, status, createdAt, error } = checkShape(customStatus, await readJsonObject(call));
  const report = { externalMessageId: messageId, status, at: createdAt, error: error === null ? null : quote(error) };
  await updateMessageStatus(systemCtx(integration.workspaceId, JOB), integration.id, report);
  return { status: 200, body: { messageId, status } };
}

/** The channel's validateToken, in whichever of the contract's three headers it was sent. */
function tokensOf({ headers }: Call): string[] {
  const bearer = /^bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return [headers.get("x-validate-token"), headers.get("x-validation-token"), bearer].flatMap((token) =>
    token ? [token.trim()] : [],
  );
}
