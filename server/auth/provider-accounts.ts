import { database } from "../db.ts";

/** An account at an external sign-in provider. */
export type ProviderAccount = { provider: string; providerAccountId: string };

/**
 * The user who connected this account, or null. A matching email is not enough: someone could sign up with another person's address and
 * would then share an account with its real owner.
 */
export async function userOfProvider({ provider, providerAccountId }: ProviderAccount): Promise<string | null> {
  const account = await database().account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    select: { userId: true },
  });
  return account?.userId ?? null;
}

/**
 * Connects an account to a signed-in user, who can sign in with it from now on.
 * @returns the user who owns the connection: another user's id if they connected the account before.
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
