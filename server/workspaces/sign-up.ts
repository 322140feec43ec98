import { addMailedLink } from "../auth/add-mailed-link.ts";
import { validMailedLink, type Locale } from "../auth/mailed-link.ts";
import { verifyPassword } from "../auth/passwords.ts";
import { sharedLimiter } from "../auth/shared-limiter.ts";
import { requiredSso } from "../auth/sso-required.ts";
import { database } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import {
  addWorkspaceAndOwner,
  createWorkspaceWithoutKey,
  readInput,
  type NewOwner,
  type ReadyInput,
} from "./create-workspace.ts";
import { say } from "../say.ts";

/** The fields of the sign-up page. */
export type SignUpInput = { workspaceName: string; name: string; email: string; password: string };

/**
 * Signs up a new person: creates an account and a Free workspace that they own. It creates no API key, because an unseen secret is only
 * one more to lose; the developers' page creates one on demand. Used only when no email can be sent, because the address is not verified.
 * @throws AppError BAD_INPUT, or CONFLICT when the email has an account.
 */
export async function signUp(input: SignUpInput): Promise<NewOwner> {
  return createWorkspaceWithoutKey(database(), await readSignUp(input));
}

/**
 * Stores a sign-up until the emailed link is opened. If the address already has an account, the email says so. Response and response time
 * are the same in both cases.
 * @throws AppError BAD_INPUT
 */
export async function requestSignUp(input: SignUpInput, locale: Locale): Promise<void> {
  const { name, email, ownerName, passwordHash } = await readSignUp(input);
  await addMailedLink({ kind: "signUp", email, locale, fullName: ownerName, workspaceName: name, passwordHash });
}

/** Limits password guesses by someone who got hold of the link, which is useless without the password. */
const wrongPasswords = sharedLimiter("sign-up-link", { points: 10, duration: 15 * 60 });

/**
 * Creates the account and workspace of a sign-up. It asks for the chosen password again: someone who only reads the address's mail must
 * not complete another person's sign-up and keep that person's password.
 * @throws AppError NOT_FOUND, BAD_INPUT (another password), RATE_LIMITED, CONFLICT (the link was used or has expired; the address has
 * an account by now)
 */
export async function confirmSignUp(input: { token: string; password: string }): Promise<NewOwner & { email: string }> {
  const { id, email, fullName, workspaceName, passwordHash } = await validMailedLink("signUp", input.token);
  await refuseForSso(email);
  wrongPasswords.take(id, () => say("workspaces.signUpTries"));
  if (!passwordHash || !fullName || !workspaceName) throw new Error("a sign-up's link keeps what was asked for");
  if (!(await verifyPassword(passwordHash, input.password)))
    throw badInput("password", say("workspaces.signUpPassword"));
  const ready: ReadyInput = { name: workspaceName, plan: "FREE", email, ownerName: fullName, credits: 0, passwordHash };
  const owner = await database().$transaction(async (tx) => {
    const used = await tx.mailedLink.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } });
    if (used.count === 0) throw new AppError("CONFLICT", say("workspaces.linkUsed"));
    return addWorkspaceAndOwner(tx, ready);
  });
  return { ...owner, email };
}

/** Somebody whose company requires single sign-on would choose a password that opens nothing. */
async function refuseForSso(email: string): Promise<void> {
  const domain = await requiredSso(email, null);
  if (domain) throw badInput("email", say("sso.required", { domain }));
}

async function readSignUp(input: SignUpInput): Promise<ReadyInput> {
  const { workspaceName, name, email, password } = input;
  await refuseForSso(email);
  return readInput({ name: workspaceName, plan: "FREE", email, password, ownerName: name });
}
