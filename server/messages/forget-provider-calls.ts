import type { Ctx } from "../ctx.ts";

/**
 * Deletes providers' calls that are done, or were given up, and name one of these addresses. One that is still to be taken stays: what it
 * brings is new.
 */
export async function forgetProviderCalls(ctx: Ctx, addresses: readonly string[]): Promise<void> {
  await ctx.db.$executeRaw`
    delete from "ProviderCall" c
    where c."workspaceId" = ${ctx.workspaceId} and c."doneAt" is not null
      and exists (select from unnest(${[...addresses]}::text[]) a where position(convert_to(a, 'UTF8') in c.body) > 0)`;
}
