import { addMailedLink } from "../auth/add-mailed-link.ts";
import { validMailedLink, type Locale } from "../auth/mailed-link.ts";
import { verifyPassword } from "../auth/passwords.ts";
import { sharedLimiter } from "../auth/shared-limiter.ts";
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

/** What the sign-up page asks. */
export type SignUpInput = { workspaceName: string; name: string; email: string; password: string };

/**
 * A person comes for the first time: an account, and a workspace on the Free plan of which they are the owner. No API key is
 * made: a secret that nobody has seen would only be one more to lose; the developers' page makes one when it is wanted.
 * Only where no email can be sent: nobody proves the address.
 * @throws AppError BAD_INPUT, or CONFLICT when the e-mail has an account.
 */
export async function signUp(input: SignUpInput): Promise<NewOwner> {
  return createWorkspaceWithoutKey(database(), await readSignUp(input));
}

/**
 * Keeps a sign-up until the link in its email is opened. An address that has an account gets an email that says so; this answer, and
 * the time that it takes, are the same.
 * @throws AppError BAD_INPUT
 */
export async function requestSignUp(input: SignUpInput, locale: Locale): Promise<void> {
  const { name, email, ownerName, passwordHash } = await readSignUp(input);
  await addMailedLink({ kind: "signUp", email, locale, fullName: ownerName, workspaceName: name, passwordHash });
}

/** A link in the wrong hands opens nothing without the password. */
const wrongPasswords = sharedLimiter("sign-up-link", { points: 10, duration: 15 * 60 });

/**
 * Makes the account and the workspace that a sign-up asked for. The password that was chosen then is asked again: somebody who only
 * reads the address's mail must not complete what another person began, and keep their password.
 * @throws AppError NOT_FOUND, BAD_INPUT (another password), RATE_LIMITED, CONFLICT (the link was used or has expired; the address has
 * an account by now)
 */
export async function confirmSignUp(input: { token: string; password: string }): Promise<NewOwner & { email: string }> {
  const { id, email, fullName, workspaceName, passwordHash } = await validMailedLink("signUp", input.token);
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

function readSignUp(input: SignUpInput): Promise<ReadyInput> {
  const { workspaceName, name, email, password } = input;
  return readInput({ name: workspaceName, plan: "FREE", email, password, ownerName: name });
}
