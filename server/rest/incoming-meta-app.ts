import { takeRequestOf } from "../auth/rate-limit.ts";
import { answerHandshake } from "../channels/meta/handshake.ts";
import { isSigned } from "../channels/meta/signature.ts";
import { env } from "../env.ts";
import { AppError, notFound } from "../errors.ts";
import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { channelsOfApp } from "../integrations/channels-of-app.ts";
import { noteInbound } from "../integrations/note-inbound.ts";
import { storeProviderCall } from "../messages/store-provider-call.ts";
import { say } from "../say.ts";
import { mustBeJson, parseJsonObject } from "./read-json.ts";

/**
 * POST /ext/v1/incoming/meta: a webhook call of the operator's Meta app, for any of the channels that people connected by signing in.
 * Responses are as for a channel's own address, and a call about accounts that are no channel gets 200 too. Each channel's part is stored
 * by itself, so that no workspace keeps what another's contacts wrote.
 */
export async function incomingMetaApp(call: Call): Promise<Answer> {
  const bytes = await call.bytes();
  if (!isSigned(call.headers.get("x-hub-signature-256"), bytes, [appSecret()])) throw refused("channels.notProvider");
  mustBeJson(call);
  const body = parseJsonObject(bytes);
  const done = new Set<string>();
  let isAll: boolean;
  do {
    isAll = true;
    for (const { channel, body: own, call: read } of await channelsOfApp(body)) {
      if (done.has(channel.id)) continue;
      if (await storeProviderCall([channel], Buffer.from(JSON.stringify(own)))) {
        done.add(channel.id);
        if (read.messages.length > 0) noteInbound(channel);
      } else isAll = false; // The channel has changed since it was read, so try again.
    }
  } while (!isAll);
  return { status: 200, body: {} };
}

/** GET /ext/v1/incoming/meta: Meta verifies the address. The response must be its challenge as plain text. */
export function metaAppHandshake({ query }: Call): Answer {
  const challenge = answerHandshake(query, appSecret());
  if (challenge === null) throw refused("channels.handshake");
  return plainText(200, challenge);
}

/** @throws AppError NOT_FOUND if the operator has no app */
function appSecret(): string {
  const { META_APP_SECRET } = env();
  if (META_APP_SECRET === undefined) throw notFound("channelByName");
  return META_APP_SECRET;
}

/** Refused calls count against a rate limit, genuine ones do not. */
function refused(code: "channels.notProvider" | "channels.handshake"): AppError {
  takeRequestOf("meta app");
  return new AppError("UNAUTHENTICATED", say(code));
}
