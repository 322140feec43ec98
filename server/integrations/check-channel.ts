import type { Integration } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { integrationOr404 } from "./access.ts";
import type { CheckStep } from "./channel-steps.ts";
import { runCheck } from "./run-check.ts";
import { isNotComingIn, subscribeChannel } from "./subscribe-channel.ts";

export type ChannelCheck = {
  /** No step failed, and the provider, if there is one, could be asked. */
  isOk: boolean;
  checkedAt: Date;
  steps: CheckStep[];
  integration: Integration;
};

/**
 * Checks a channel now, as far as its provider allows: credentials, token expiry, incoming messages and waiting sends. A channel in error
 * whose credentials work again becomes active. A channel whose address the provider did not accept is registered again.
 * @throws AppError NOT_FOUND
 */
export const checkChannel = verb(
  { may: "MANAGE_WORKSPACE", audit: "trial" },
  async (ctx, input: { id: string }): Promise<ChannelCheck> => {
    const channel = await integrationOr404(ctx, input.id);
    const isUnheard = channel.state === "active" && isNotComingIn(channel);
    const current = isUnheard ? await subscribeChannel(ctx, channel) : channel;
    const { integration: checked, steps, outcome } = await runCheck(ctx, current, true);
    // What was changed while the provider refused the channel was not asked for.
    const isBack = channel.state === "error" && checked.state === "active";
    const integration = isBack ? await subscribeChannel(ctx, checked) : checked;
    const isOk = outcome !== "unreachable" && steps.every(({ state }) => state !== "failed");
    return { isOk, checkedAt: ctx.now, steps, integration };
  },
);
