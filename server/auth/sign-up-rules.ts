import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { say } from "../say.ts";

/** Who can create an account here, and whether emails are delivered. The pages before sign-in show this. */
export function accountRules(): { signUp: "open" | "invited" | "closed"; mail: "sent" | "logged" | "none" } {
  return { signUp: env().SIGN_UP, mail: mailDelivery() };
}

/** @throws AppError FORBIDDEN_ROLE when sign-up is not open. */
export function allowSignUp(): void {
  const { SIGN_UP } = env();
  if (SIGN_UP === "invited") throw new AppError("FORBIDDEN_ROLE", say("workspaces.invitationOnly"));
  if (SIGN_UP === "closed") throw refused();
}

/** @throws AppError FORBIDDEN_ROLE when sign-up is closed, even for invited people. */
export function allowInvitedAccount(): void {
  if (env().SIGN_UP === "closed") throw refused();
}

const refused = () => new AppError("FORBIDDEN_ROLE", say("workspaces.signUpClosed"));
