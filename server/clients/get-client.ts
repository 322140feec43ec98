import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { clientForActor } from "./access.ts";
import { maskClient } from "./mask-client.ts";

/** One contact, archived or not. */
export async function getClient(ctx: Ctx, input: { id: string }): Promise<Client> {
  can(ctx, "USE_CONVS");
  return maskClient(ctx, await clientForActor(ctx, input.id));
}
