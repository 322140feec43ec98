import type { Integration } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { integrationOr404 } from "./access.ts";
import type { CheckStep } from "./channel-steps.ts";
import { runCheck } from "./run-check.ts";
import { isNotComingIn, subscribeChannel } from "./subscribe-channel.ts";

export type ChannelCheck = {
  /** Nothing failed, and the provider could be asked where there is one. */
  isOk: boolean;
  checkedAt: Date;
  steps: CheckStep[];
  integration: Integration;
};

/**
 * Looks at a channel now, as far as its provider tells: credentials, end of the access, what comes in, what waits to go out. A channel
 * in error whose credentials hold again is switched on again; one whose address the provider did not take is registered once more.
 * @throws AppError NOT_FOUND
 */
export const checkChannel = verb(
  { may: "MANAGE_WORKSPACE", audit: "trial" },
  async (ctx, input: { id: string }): Promise<ChannelCheck> => {
    const channel = await integrationOr404(ctx, input.id);
    const isUnheard = channel.state === "active" && isNotComingIn(channel);
    const current = isUnheard ? await subscribeChannel(ctx, channel) : channel;
    const { integration, steps, outcome } = await runCheck(ctx, current, true);
    const isOk = outcome !== "unreachable" && steps.every(({ state }) => state !== "failed");
    return { isOk, checkedAt: ctx.now, steps, integration };
  },
);
