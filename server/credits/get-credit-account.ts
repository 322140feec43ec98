import { verb } from "../verb.ts";

/** In credits. `reserved` is held by messages that wait to be sent, and no longer part of the balance. */
export type CreditAccountState = { workspaceId: number; balance: number; reserved: number };

/** What the workspace has to send with. */
export const getCreditAccount = verb(
  { may: "MANAGE_WORKSPACE", plan: "gateway" },
  async (ctx): Promise<CreditAccountState> => {
    // One statement, one moment: a message between queue and outcome would else count twice or not at all.
    const [account] = await ctx.db.$queryRaw<CreditAccountState[]>`
    select a."workspaceId", a.balance, (select count(*)::int from "SendQueue" q
      where q."workspaceId" = a."workspaceId" and q."costsCredits") as reserved
    from "CreditAccount" a where a."workspaceId" = ${ctx.workspaceId}`;
    if (!account) throw new Error("a workspace without a credit account");
    return account;
  },
);
