import { channelOf } from "../channels/registry.ts";
import { notFound } from "../errors.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { openChannel } from "./open-channel.ts";
import { say } from "../say.ts";

/**
 * The response to a provider that verifies the channel's address before it sends anything there.
 * @throws AppError NOT_FOUND (no such channel of the type, or the type has no handshake), UNAUTHENTICATED, RATE_LIMITED,
 * CHANNEL_INACTIVE
 */
export async function answerHandshake(
  type: IntegrationType,
  integrationId: string,
  query: URLSearchParams,
): Promise<string> {
  const handshake = channelOf(type).adapter?.inbound?.handshake;
  if (!handshake) throw notFound("channelByName");
  let answer: string | null = null;
  await openChannel(
    type,
    integrationId,
    (credentials) => (answer = handshake.answer(query, credentials)) !== null,
    say("channels.handshake"),
  );
  return answer ?? "";
}
