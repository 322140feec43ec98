import { z } from "zod";
import { sameOrigin } from "../auth/same-origin.ts";
import { allowSignUp } from "../auth/sign-up-rules.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { confirmSignUp, requestSignUp, signUp } from "../workspaces/sign-up.ts";
import { countAccount, countEmailTo } from "./count-account.ts";
import { MAIL_LOCALE } from "./mail-locale.ts";
import { checkShape, readJsonObject } from "./read-json.ts";

const BODY = z.object({
  name: z.string(),
  workspaceName: z.string(),
  email: z.string(),
  password: z.string(),
  locale: MAIL_LOCALE,
});
const CONFIRMATION = z.object({ token: z.string(), password: z.string() });

/**
 * POST /api/sign-up from the portal's sign-up page: `{name, workspaceName, email, password}`. If emails can be sent → 202
 * `{isEmailSent: true}`, also for an address that has an account. Otherwise → 201 `{workspaceId}`.
 */
export async function postSignUp(call: Call): Promise<Answer> {
  sameOrigin(call.headers);
  allowSignUp();
  countAccount(call.address);
  const { locale, ...input } = checkShape(BODY, await readJsonObject(call));
  if (mailDelivery() === "none") {
    const { workspaceId } = await signUp(input);
    return { status: 201, body: { workspaceId } };
  }
  countEmailTo(input.email, call.address);
  await requestSignUp(input, locale);
  return { status: 202, body: { isEmailSent: true } };
}

/** POST /api/sign-up/confirm `{token, password}`, from the link in the email → 201 `{workspaceId, email}`. */
export async function postSignUpConfirm(call: Call): Promise<Answer> {
  sameOrigin(call.headers);
  allowSignUp();
  const giveBack = countAccount(call.address);
  const body = checkShape(CONFIRMATION, await readJsonObject(call));
  const { workspaceId, email } = await confirmSignUp(body);
  giveBack();
  return { status: 201, body: { workspaceId, email } };
}
