import { forbiddenRole } from "../auth/permissions.ts";
import { channelOf } from "../channels/registry.ts";
import { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { addChannel, type NewChannel } from "./add-channel.ts";
import { creatableTypes } from "./read-credentials.ts";
import { say } from "../say.ts";

/**
 * Connects a channel of any type, for a user of the portal. A web chat needs no integrationProperties: its secret is generated here.
 * @throws AppError FORBIDDEN_ROLE for API keys, which use createIntegration (contract.md, Channels). PLAN_REQUIRED for a Gateway type on
 * another plan. Otherwise as addChannel.
 */
export const connectChannel = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: NewChannel): Promise<Integration> => {
    if (ctx.actor.kind === "workspaceKey" || ctx.actor.kind === "agentKey") {
      const types = creatableTypes().join(", ");
      throw forbiddenRole(ctx, say("channels.portalOnly", { types }));
    }
    if (channelOf(input.type).gatewayPlanOnly && ctx.plan !== null && ctx.plan !== "GATEWAY") {
      throw new AppError("PLAN_REQUIRED", say("channels.gatewayOnly", { type: input.type }));
    }
    return addChannel(ctx, input, "connectChannel");
  },
);
