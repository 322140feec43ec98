import type { Client } from "../generated/prisma/client.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "../clients/access.ts";
import { phoneOfId } from "../clients/mask-client.ts";

export const DUPLICATE_REASONS = ["samePhone", "sameEmail", "sameName"] as const;
type DuplicateReason = (typeof DUPLICATE_REASONS)[number];
export type PossibleDuplicate = { client: Client; reasons: DuplicateReason[] };

/** Limit of the list. More would not help: so many duplicates point to another problem. */
const MOST = 20;

/**
 * Contacts who may be the same person: the same number (as phone, or as the id on phone-number channels), the same email address, or the
 * same full name in the same country. Those with the most matching reasons come first. Includes archived contacts, but not merged ones.
 */
export const listPossibleDuplicates = verb(
  { may: "MANAGE_CLIENTS" },
  async (ctx, input: { clientId: string }): Promise<PossibleDuplicate[]> => {
    const client = await clientForActor(ctx, input.clientId);
    const numbers = numbersOf(client);
    const { email, name, surname, country } = client;
    const conditions = [
      ...(numbers.length > 0
        ? [{ phone: { in: numbers } }, { externalClientId: { in: numbers.flatMap((e164) => [e164, e164.slice(1)]) } }]
        : []),
      ...(email ? [{ email: same(email) }] : []),
      // A first name alone is too weak a sign.
      ...(name && surname ? [{ name: same(name), surname: same(surname), country }] : []),
    ];
    if (conditions.length === 0) return [];
    const found = await ctx.db.client.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        isPlayground: false,
        mergedIntoId: null,
        id: { not: client.id },
        OR: conditions,
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: MOST * 2,
    });
    return found
      .map((other) => ({ client: other, reasons: reasonsOf(client, other) }))
      .filter(({ reasons }) => reasons.length > 0)
      .sort((a, b) => b.reasons.length - a.reasons.length)
      .slice(0, MOST);
  },
);

/** Case-insensitive equality that treats % and _ as plain characters and can use the trigram index. */
function same(text: string) {
  const { contains, mode } = containing(text);
  return { equals: contains, mode };
}

function numbersOf({ phone, externalClientId }: Client): string[] {
  const id = externalClientId === null ? null : phoneOfId(externalClientId);
  return [...new Set([phone, id])].filter((number) => number !== null);
}

function reasonsOf(a: Client, b: Client): DuplicateReason[] {
  const numbers = new Set(numbersOf(a));
  const alike = (one: string | null, other: string | null) =>
    one !== null && other !== null && one.toLowerCase() === other.toLowerCase();
  return [
    ...(numbersOf(b).some((number) => numbers.has(number)) ? ["samePhone" as const] : []),
    ...(alike(a.email, b.email) ? ["sameEmail" as const] : []),
    ...(alike(a.name, b.name) && alike(a.surname, b.surname) && a.country === b.country ? ["sameName" as const] : []),
  ];
}
