import type { SendResult } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { decryptSecret } from "../crypto.ts";
import { log } from "../log.ts";
import { withFetchableMedia } from "../uploads/fetchable-media.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { payForTakeover, settleSend } from "./send-outcome.ts";

/**
 * One attempt of a claimed send: asks the channel outside any transaction, then stores what it said. Never throws; what
 * cannot be stored is tried again when the lease has lapsed, under the same idempotency key.
 */
export async function deliverMessage(send: ClaimedSend, signal: AbortSignal): Promise<void> {
  try {
    if (send.costsCredits && send.takesOver && !(await payForTakeover(send))) return;
    await settleSend(send, await askChannel(send, signal));
  } catch (error) {
    log.warn(
      { error, workspaceId: send.workspaceId, messageId: send.messageId },
      "the outcome of a send was not stored",
    );
  }
}

async function askChannel(send: ClaimedSend, signal: AbortSignal): Promise<SendResult> {
  const { integration, workspaceId } = send;
  const message = withFetchableMedia(workspaceId, send.message);
  const adapter = channelOf(integration.type).adapter;
  if (!adapter)
    return { outcome: "refused", error: `Channels of type ${integration.type} cannot send`, responseStatus: null };
  if (message.externalClientId === "") {
    return { outcome: "refused", error: "The client has no identity on this channel", responseStatus: null };
  }
  try {
    const place = { workspaceId, table: "Integration", id: integration.id, field: "credentials" } as const;
    return await adapter.send(message, await decryptSecret(integration.credentials, place), signal);
  } catch (error) {
    // A fault of ours, not an answer: the message must neither be lost nor hold its conversation for ever.
    log.error({ error, workspaceId, messageId: send.messageId }, "a channel adapter failed");
    return { outcome: "retry", error: "This service could not make the request", responseStatus: null };
  }
}
