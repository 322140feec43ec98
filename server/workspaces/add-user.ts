import type { Db } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { User } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/** Splits a full name into the two stored parts. */
function splitName(fullName: string): { name: string; surname: string | null } {
  const [name = fullName, ...others] = fullName.split(/\s+/);
  return { name, surname: others.join(" ") || null };
}

/**
 * Creates an account.
 * @param input `email` in lower case, `fullName` trimmed.
 * @throws AppError CONFLICT when an account with this email exists.
 */
export async function addUser(
  tx: Db,
  { fullName, ...input }: { id?: string; email: string; fullName: string; passwordHash: string | null },
): Promise<User> {
  // No check first: one of two concurrent sign-ups would pass it and fail here.
  const [user] = await tx.user.createManyAndReturn({
    data: [{ ...input, ...splitName(fullName) }],
    skipDuplicates: true,
  });
  if (!user) throw new AppError("CONFLICT", say("workspaces.accountExists"));
  return user;
}
