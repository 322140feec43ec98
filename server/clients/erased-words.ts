import type { Ctx } from "../ctx.ts";

/** By what a person can be found in texts that name no id. */
export type PersonWords = {
  /** Numbers, addresses and ids at channels: whoever has one of them means this person. */
  addresses: string[];
  /** … and names, which other people have too. */
  all: string[];
};

/** A shorter word would be found in everything. */
const SHORTEST = 3;
const SHORTEST_ADDRESS = 5;

/** The words of these contacts, as long as they are there. */
export async function wordsOf(ctx: Ctx, clientIds: readonly string[]): Promise<PersonWords> {
  const { workspaceId } = ctx;
  const clients = await ctx.db.client.findMany({ where: { workspaceId, id: { in: [...clientIds] } } });
  const identities = await ctx.db.clientIdentity.findMany({
    where: { workspaceId, clientId: { in: [...clientIds] } },
    select: { externalId: true },
  });
  const addresses = [
    ...clients.flatMap(({ phone, email, externalClientId }) => [
      phone,
      phone?.replace(/^\+/, ""),
      email,
      externalClientId,
    ]),
    ...identities.map(({ externalId }) => externalId),
  ];
  const names = clients.flatMap(({ name, surname }) => [name, surname]);
  return {
    addresses: wordsAbove(addresses, SHORTEST_ADDRESS),
    all: wordsAbove([...addresses, ...names], SHORTEST),
  };
}

function wordsAbove(words: readonly (string | null | undefined)[], shortest: number): string[] {
  return [...new Set(words.flatMap((word) => (word && word.trim().length >= shortest ? [word.trim()] : [])))];
}
