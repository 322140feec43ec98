import { channelOf } from "../channels/registry.ts";
import { badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { addChannel, type NewChannel } from "./add-channel.ts";
import { creatableTypes } from "./read-credentials.ts";
import { say } from "../say.ts";

/**
 * Adds a channel, which is active at once. Its credentials are checked with the provider, encrypted, and never returned.
 * @throws AppError BAD_INPUT for types that are set up in the portal (contract.md, Channels); otherwise as addChannel.
 */
export const createIntegration = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: NewChannel): Promise<Integration> => {
    const { type } = input;
    if (!channelOf(type).creatableByApi) {
      throw badInput("type", say("channels.setUpInPortal", { type, types: creatableTypes().join(", ") }));
    }
    return addChannel(ctx, input, "createIntegration");
  },
);
