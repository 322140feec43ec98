import { isSameSecret } from "../crypto.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { openChannel } from "./open-channel.ts";
import { say } from "../say.ts";

/**
 * The CUSTOM channel that an external system calls (contract.md, Custom channel ingress), if one of the given tokens is the channel's.
 * @param knock as in openChannel
 * @throws AppError NOT_FOUND (no such CUSTOM channel), UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE
 */
export function openCustomChannel(
  integrationId: string,
  tokens: string[],
  knock: Parameters<typeof openChannel>[4] = {},
): Promise<Integration> {
  return openChannel(
    "CUSTOM",
    integrationId,
    ({ validateToken }) => {
      if (typeof validateToken !== "string" || validateToken === "") {
        throw new Error("a CUSTOM channel without a validateToken");
      }
      // Compares every token even after a match, so the time reveals nothing.
      return tokens.map((token) => isSameSecret(token, validateToken)).includes(true);
    },
    say("channels.validateToken"),
    knock,
  );
}
