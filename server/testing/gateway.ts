import { database } from "../db.ts";
import { askApp } from "./ask-app.ts";

/** A response of POST /core/v1/messages. */
export type GatewayAnswer = {
  status: number;
  headers: Headers;
  body: {
    messageId: string;
    status: string;
    creditsLeft: number;
    error?: { code: string; message: string; fields?: { path: string; message: string }[] };
  };
};

/** A caller of Gateway send with a raw key: complete requests through the real endpoint. */
export function gateway(authorization: string | null) {
  return {
    async send(body: unknown, headers: Record<string, string> = {}): Promise<GatewayAnswer> {
      const response = await askApp(
        new Request("http://localhost:3000/core/v1/messages", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...(authorization === null ? {} : { authorization }),
            ...headers,
          },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      );
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as GatewayAnswer["body"],
      };
    },
  };
}

/** A snapshot of a workspace's credits, read in one statement. */
export type CreditFacts = { balance: number; sum: number; reserved: number; settled: number; bought: number };

/**
 * The balance, the ledger's sum, the credits reserved for waiting messages, the credits spent, and all credits granted or
 * bought.
 */
export async function creditFacts(workspaceId: number): Promise<CreditFacts> {
  const [facts] = await database().$queryRaw<CreditFacts[]>`
    select a.balance,
      (select coalesce(sum(delta), 0)::int from "CreditEntry" where "workspaceId" = ${workspaceId}) as sum,
      (select count(*)::int from "SendQueue" where "workspaceId" = ${workspaceId} and "costsCredits") as reserved,
      (select count(*)::int from "CreditEntry" where "workspaceId" = ${workspaceId} and kind = 'settle') as settled,
      (select coalesce(sum(delta), 0)::int from "CreditEntry" where "workspaceId" = ${workspaceId}
        and kind in ('grant', 'purchase')) as bought
    from "CreditAccount" a where a."workspaceId" = ${workspaceId}`;
  if (!facts) throw new Error("no credit account");
  return facts;
}

/** The kinds of a message's ledger entries, oldest first. */
export async function entriesOf(messageId: string): Promise<string[]> {
  const entries = await database().creditEntry.findMany({
    where: { messageId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return entries.map(({ kind }) => kind);
}
