import { addMailedLink } from "../auth/add-mailed-link.ts";
import { auditPerson } from "../auth/audit-person.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { validMailedLink, type Locale } from "../auth/mailed-link.ts";
import { hashPassword } from "../auth/passwords.ts";
import { forgetWrongPasswords } from "../auth/sign-in.ts";
import type { Db } from "../ctx.ts";
import { database } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import type { PrismaClient } from "../generated/prisma/client.ts";
import { optionalEmail } from "../text-rules.ts";
import { say } from "../say.ts";

/**
 * Emails a link to set a new password, if the address has an account. The response does not reveal whether it does.
 * @throws AppError BAD_INPUT
 */
export async function requestPasswordReset(input: { email: string }, locale: Locale): Promise<void> {
  const email = optionalEmail("email", input.email)?.toLowerCase();
  if (!email) throw badInput("email", say("input.empty", { field: "email" }));
  await addMailedLink({ kind: "resetPassword", email, locale });
}

/**
 * Sets a new password with an emailed link and ends all other access except the second factor: sessions, other links, and connected
 * Google and GitHub accounts. Someone who registered with this address without owning it may have connected those.
 * @param address source address of the request
 * @returns the email to sign in with.
 * @throws AppError NOT_FOUND, BAD_INPUT (the password), CONFLICT (the link was used or has expired)
 */
export async function resetPassword(
  input: { token: string; password: string },
  address: string,
): Promise<{ email: string }> {
  const { id, kind, email } = await validMailedLink("resetPassword", input.token);
  const passwordHash = await hashPassword(input.password);
  await database().$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw notFound("link");
    const usedAt = new Date();
    const { count } = await tx.mailedLink.updateMany({ where: { id, usedAt: null }, data: { usedAt } });
    if (count === 0) throw new AppError("CONFLICT", say("workspaces.linkUsed"));
    await tx.mailedLink.updateMany({ where: { kind, email, usedAt: null }, data: { usedAt } });
    await tx.account.deleteMany({ where: { userId: user.id } });
    await replacePassword(tx, user.id, passwordHash);
    await auditPerson(tx, user.id, { action: "resetPassword", address, after: { changed: ["password"] } });
  });
  forgetWrongPasswords(email);
  return { email };
}

/**
 * Sets the password of a user who has forgotten it. For the operator, who must verify the user's identity. The user's sessions and
 * emailed links end; two-factor sign-in stays.
 * @throws AppError BAD_INPUT, NOT_FOUND when no account has this email.
 */
export async function setPassword(
  db: PrismaClient,
  input: { email: string; password: string },
): Promise<{ userId: string; email: string }> {
  const email = input.email.trim().toLowerCase();
  const passwordHash = await hashPassword(input.password);
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw notFound("user");
  await db.$transaction(async (tx) => {
    await tx.mailedLink.deleteMany({ where: { kind: "resetPassword", email } });
    await replacePassword(tx, user.id, passwordHash);
    const after = { changed: ["password"] };
    await auditPerson(tx, user.id, {
      action: "resetPassword",
      address: null,
      targetId: user.id,
      after,
      isByOperator: true,
    });
  });
  return { userId: user.id, email };
}

async function replacePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } });
  await endSessions(tx, userId);
}
