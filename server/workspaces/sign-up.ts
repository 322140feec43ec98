import { database } from "../db.ts";
import { createWorkspaceWithoutKey } from "./create-workspace.ts";
import type { NewOwner } from "./create-workspace.ts";

/** What the sign-up page asks. */
export type SignUpInput = { workspaceName: string; name: string; email: string; password: string };

/**
 * A person comes for the first time: an account, and a workspace on the Free plan of which they are the owner. No API key is
 * made: a secret that nobody has seen would only be one more to lose; the developers' page makes one when it is wanted.
 * @throws AppError BAD_INPUT, or CONFLICT when the e-mail has an account.
 */
export async function signUp(input: SignUpInput): Promise<NewOwner> {
  return createWorkspaceWithoutKey(database(), {
    name: input.workspaceName,
    plan: "FREE",
    email: input.email,
    password: input.password,
    ownerName: input.name,
  });
}
