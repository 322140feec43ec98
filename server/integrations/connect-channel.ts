import { channelOf } from "../channels/registry.ts";
import { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { addChannel, type NewChannel } from "./add-channel.ts";
import { connectSignedIn, type SignedIn } from "./connect-signed-in.ts";
import { mustBePortal } from "./must-be-portal.ts";
import { say } from "../say.ts";

/**
 * Connects a channel of any type, for a user of the portal. A web chat needs no integrationProperties: its secret is generated here.
 * @param input `signIn`: an account that finishChannelSignIn listed, in place of integrationProperties. If it is a channel already, that
 * channel gets the new access.
 * @throws AppError FORBIDDEN_ROLE for API keys, which use createIntegration (contract.md, Channels). PLAN_REQUIRED for a Gateway type on
 * another plan. Otherwise as addChannel and connectSignedIn.
 */
export const connectChannel = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: NewChannel & { signIn?: SignedIn | null | undefined }): Promise<Integration> => {
    mustBePortal(ctx);
    if (channelOf(input.type).gatewayPlanOnly && ctx.plan !== null && ctx.plan !== "GATEWAY") {
      throw new AppError("PLAN_REQUIRED", say("channels.gatewayOnly", { type: input.type }));
    }
    const { signIn, ...channel } = input;
    return signIn ? connectSignedIn(ctx, channel, signIn) : addChannel(ctx, channel, "connectChannel");
  },
);
