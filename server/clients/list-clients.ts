import { forbiddenRole, may } from "../auth/permissions.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { keptCount } from "../kept-count.ts";
import { createdKey, keyset, readPage, toPage, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { asksForMasked, matchingClients, type ClientFilter } from "./client-filter.ts";
import { maskClient } from "./mask-client.ts";

/**
 * Contacts that match all filters, newest first.
 * @throws AppError FORBIDDEN_ROLE when a role that sees phone and email masked filters by them: the results would reveal them.
 */
export const listClients = verb(
  { may: "USE_CONVS" },
  async (ctx, input: PageInput & ClientFilter, along: { include?: Prisma.ClientInclude } = {}) => {
    if (!may(ctx, "MANAGE_CLIENTS") && asksForMasked(input)) throw forbiddenRole(ctx);
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where = matchingClients(ctx, input);
    const rows = await ctx.db.client.findMany({ where: { AND: [where, after] }, orderBy, take, ...along });
    const { first: _, after: __, ...choice } = input;
    return toPage(
      rows.map((row) => maskClient(ctx, row)),
      size,
      createdKey,
      () => keptCount(ctx, "clients", choice, () => ctx.db.client.count({ where })),
    );
  },
);
