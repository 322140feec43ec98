import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { say } from "../say.ts";

/** Who can make an account here, and whether an email reaches them: what the pages before the portal say. */
export function accountRules(): { signUp: "open" | "invited" | "closed"; mail: "sent" | "logged" | "none" } {
  return { signUp: env().SIGN_UP, mail: mailDelivery() };
}

/** @throws AppError FORBIDDEN_ROLE where people cannot sign up by themselves. */
export function allowSignUp(): void {
  const { SIGN_UP } = env();
  if (SIGN_UP === "invited") throw new AppError("FORBIDDEN_ROLE", say("workspaces.invitationOnly"));
  if (SIGN_UP === "closed") throw refused();
}

/** @throws AppError FORBIDDEN_ROLE where not even an invitation makes an account. */
export function allowInvitedAccount(): void {
  if (env().SIGN_UP === "closed") throw refused();
}

const refused = () => new AppError("FORBIDDEN_ROLE", say("workspaces.signUpClosed"));
