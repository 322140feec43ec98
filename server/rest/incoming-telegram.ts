import type { IncomingMessage, ServerResponse } from "node:http";
import { systemCtx } from "../auth/system-ctx.ts";
import { receiveMessage } from "../inbox/receive-message.ts";
import { openProviderChannel } from "../integrations/open-provider-channel.ts";
import { mustBeJson, parseJsonObject, readBytes } from "./read-json.ts";
import { fromNode, fromRequest, replyTo, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

type Params = { integrationId: string };

const JOB = "incoming-telegram";

/**
 * POST /ext/v1/incoming/telegram/:integrationId: one update of the Bot API. Answers 200 when what a client wrote is stored
 * durably; to an update that holds nothing for us too, or Telegram would bring it again for a day.
 */
export async function incomingTelegram(request: Request, params: Params): Promise<Response> {
  return toResponse(await takeUpdate(fromRequest(request), params));
}

/** The same on node:http, ahead of Next. */
export async function incomingTelegramOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { integrationId = "" }: Record<string, string>,
): Promise<void> {
  sendReply(request, response, await takeUpdate(fromNode(request), { integrationId }));
}

function takeUpdate(incoming: Incoming, { integrationId }: Params): Promise<Reply> {
  return replyTo(async () => {
    const { integration, bytes, read } = await openProviderChannel("TELEGRAM", integrationId, incoming.header, () =>
      readBytes(incoming),
    );
    mustBeJson(incoming);
    const { messages, answer } = read(storable(parseJsonObject(bytes)));
    for (const message of messages) {
      await receiveMessage(systemCtx(integration.workspaceId, JOB), integration, message);
    }
    return { status: 200, body: answer };
  });
}

/** The body with texts that Postgres can keep, whatever somebody typed: no NUL, no half characters. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\uFFFD");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, storable(item)]));
}
