import { channelOf } from "../channels/registry.ts";
import { notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { openChannel } from "./open-channel.ts";
import { say } from "../say.ts";

/** An authenticated provider call: the channel, and the raw body. */
export type ProviderChannel = { integration: Integration; bytes: Uint8Array };

/**
 * The channel that its provider calls, if the provider authenticates itself.
 * @param readBytes reads the call's body, which signatures may cover. Not called if the channel does not exist.
 * @param age as in openChannel
 * @throws AppError NOT_FOUND (no such channel of the type), UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE; what `readBytes` throws
 */
export async function openProviderChannel(
  type: IntegrationType,
  integrationId: string,
  header: (name: string) => string | null,
  readBytes: () => Promise<Uint8Array>,
  age: "now" | "lately",
): Promise<ProviderChannel> {
  const inbound = channelOf(type).adapter?.inbound;
  if (!inbound) throw notFound("channelByName");
  let bytes: Uint8Array | null = null;
  const integration = await openChannel(
    type,
    integrationId,
    async (credentials) => {
      bytes ??= await readBytes();
      return inbound.isGenuine(header, credentials, bytes);
    },
    say("channels.notProvider"),
    { counted: "refusals", age },
  );
  return { integration, bytes: bytes ?? new Uint8Array() };
}
