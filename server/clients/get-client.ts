import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";
import { maskClient } from "./mask-client.ts";

/** One contact, archived or not. */
export const getClient = verb({ may: "USE_CONVS" }, async (ctx, input: { id: string }) =>
  maskClient(ctx, await clientForActor(ctx, input.id)),
);
