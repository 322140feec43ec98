import type { IncomingMessage, ServerResponse } from "node:http";
import { historyKeyOf } from "../auth/history-key.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { receiveMessage } from "../inbox/receive-message.ts";
import { takeHistory } from "../inbox/take-history.ts";
import { updateMessageStatus } from "../inbox/update-message-status.ts";
import { openCustomChannel } from "../integrations/open-custom-channel.ts";
import { customMessage, customStatus } from "./custom-body.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { fromNode, fromRequest, replyTo, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

type Params = { integrationId: string };

const JOB = "incoming-custom";

/**
 * POST /ext/v1/incoming/custom/:integrationId: a customer's message. Answers 200 when it is stored durably, and for a repeated
 * messageId with the ids it was stored under. With a key in `x-history-key` it is a message of before, of the time in `createdAt`.
 */
export async function incomingCustom(request: Request, params: Params): Promise<Response> {
  return toResponse(await takeMessage(fromRequest(request), params));
}

/** POST /ext/v1/incoming/custom/:integrationId/status: what became of a message that the channel's endpoint took. */
export async function incomingCustomStatus(request: Request, params: Params): Promise<Response> {
  return toResponse(await takeStatus(fromRequest(request), params));
}

/** The same on node:http, ahead of Next. */
export async function incomingCustomOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { integrationId = "" }: Record<string, string>,
): Promise<void> {
  sendReply(request, response, await takeMessage(fromNode(request), { integrationId }));
}

/** The same on node:http, ahead of Next. */
export async function incomingCustomStatusOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { integrationId = "" }: Record<string, string>,
): Promise<void> {
  sendReply(request, response, await takeStatus(fromNode(request), { integrationId }));
}

function takeMessage(incoming: Incoming, { integrationId }: Params): Promise<Reply> {
  return replyTo(async () => {
    const tokens = tokensOf(incoming);
    const integration = await openCustomChannel(integrationId, tokens, { age: "lately" });
    const historyKey = await historyKeyOf(incoming.header, integration.workspaceId);
    const inbound = checkShape(customMessage, await readJsonObject(incoming));
    const openAgain = () => openCustomChannel(integrationId, tokens, { counted: "refusals" });
    const ctx = systemCtx(integration.workspaceId, JOB);
    if (historyKey) return { status: 200, body: await takeHistory(ctx, integration, inbound, historyKey) };
    return { status: 200, body: await receiveMessage(ctx, integration, inbound, openAgain) };
  });
}

function takeStatus(incoming: Incoming, { integrationId }: Params): Promise<Reply> {
  return replyTo(async () => {
    const integration = await openCustomChannel(integrationId, tokensOf(incoming));
    const { messageId, status, createdAt, error } = checkShape(customStatus, await readJsonObject(incoming));
    const report = { externalMessageId: messageId, status, at: createdAt, error };
    await updateMessageStatus(systemCtx(integration.workspaceId, JOB), integration.id, report);
    return { status: 200, body: { messageId, status } };
  });
}

/** The channel's validateToken, in whichever of the contract's three headers it was sent. */
function tokensOf({ header }: Incoming): string[] {
  const bearer = /^bearer\s+(.+)$/i.exec(header("authorization") ?? "")?.[1];
  return [header("x-validate-token"), header("x-validation-token"), bearer].flatMap((token) =>
    token ? [token.trim()] : [],
  );
}
