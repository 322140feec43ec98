import type { Db } from "../db.ts";
import { AppError } from "../errors.ts";
import type { User } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/** A person's name as one line, in the two parts that it is kept in. */
function splitName(fullName: string): { name: string; surname: string | null } {
  const [name = fullName, ...others] = fullName.split(/\s+/);
  return { name, surname: others.join(" ") || null };
}

/**
 * Makes an account.
 * @param input `email` in lower case, `fullName` trimmed.
 * @throws AppError CONFLICT when somebody has an account with this e-mail already.
 */
export async function addUser(
  tx: Db,
  { fullName, ...input }: { id?: string; email: string; fullName: string; passwordHash: string },
): Promise<User> {
  // No look first: of two sign-ups at the same time one would pass it and fail here.
  const [user] = await tx.user.createManyAndReturn({
    data: [{ ...input, ...splitName(fullName) }],
    skipDuplicates: true,
  });
  if (!user) throw new AppError("CONFLICT", say("workspaces.accountExists"));
  return user;
}
