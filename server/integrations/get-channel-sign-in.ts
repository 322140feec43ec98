import { signInAppOf, signInUrl } from "../channels/meta/sign-in.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";
import { mustBePortal } from "./must-be-portal.ts";
import { sealState } from "./sign-in-tokens.ts";

/**
 * Where a person signs in with the provider to connect a channel of this type. null: this is not offered. The address is for the caller
 * alone and for an hour.
 * @throws AppError FORBIDDEN_ROLE for API keys
 */
export const getChannelSignIn = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, { type }: { type: IntegrationType }): Promise<string | null> => {
    mustBePortal(ctx);
    const app = signInAppOf(type);
    return app && signInUrl(type, app, await sealState(ctx, type));
  },
);
