import { commentOf } from "../channels/comments.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Deletes providers' calls that name one of these addresses, or the comment of one, and are done or given up. Calls that still wait are
 * kept, because their contents are new.
 */
export async function forgetProviderCalls(ctx: Ctx, addresses: readonly string[]): Promise<void> {
  const words = addresses.map((each) => commentOf(each) ?? each);
  await ctx.db.$executeRaw`
    delete from "ProviderCall" c
    where c."workspaceId" = ${ctx.workspaceId} and c."doneAt" is not null
      and exists (select from unnest(${words}::text[]) a where position(convert_to(a, 'UTF8') in c.body) > 0)`;
}
