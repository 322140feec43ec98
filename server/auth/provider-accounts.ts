import { database } from "../db.ts";

/** A sign-in of an outside provider. */
export type ProviderAccount = { provider: string; providerAccountId: string };

/**
 * The user that has connected this account, or null. An equal e-mail is not enough: whoever signs up here with somebody
 * else's address would otherwise share an account with its real owner.
 */
export async function userOfProvider({ provider, providerAccountId }: ProviderAccount): Promise<string | null> {
  const account = await database().account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    select: { userId: true },
  });
  return account?.userId ?? null;
}

/**
 * Connects an account to a signed-in user, so that it opens the door from now on.
 * @returns whose it is now: another user's id when they had connected it before.
 */
export async function connectProvider(
  userId: string,
  { provider, providerAccountId }: ProviderAccount,
): Promise<string> {
  const account = await database().account.upsert({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    create: { provider, providerAccountId, userId },
    update: {},
    select: { userId: true },
  });
  return account.userId;
}
