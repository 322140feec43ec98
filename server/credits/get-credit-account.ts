import { verb } from "../verb.ts";

/** In credits. `reserved` is held by messages waiting to be sent and is no longer part of the balance. */
export type CreditAccountState = { workspaceId: number; balance: number; reserved: number };

export const getCreditAccount = verb(
  { may: "MANAGE_WORKSPACE", plan: "gateway" },
  async (ctx): Promise<CreditAccountState> => {
    // One statement and so one snapshot: otherwise a message between queue and outcome would count twice or not at all.
    const [account] = await ctx.db.$queryRaw<CreditAccountState[]>`
    select a."workspaceId", a.balance, (select count(*)::int from "SendQueue" q
      where q."workspaceId" = a."workspaceId" and q."costsCredits") as reserved
    from "CreditAccount" a where a."workspaceId" = ${ctx.workspaceId}`;
    if (!account) throw new Error("a workspace without a credit account");
    return account;
  },
);
