import { z } from "zod";
import { sameOrigin } from "../auth/same-origin.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { requestPasswordReset, resetPassword } from "../workspaces/reset-password.ts";
import { countEmailTo, countReset } from "./count-account.ts";
import { MAIL_LOCALE } from "./mail-locale.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { say } from "../say.ts";

const REQUEST = z.object({ email: z.string(), locale: MAIL_LOCALE });
const RESET = z.object({ token: z.string(), password: z.string() });

/** POST /api/forgot-password `{email}` → 202 `{isEmailSent: true}`, also for an address without an account. */
export async function postForgotPassword(call: Call): Promise<Answer> {
  sameOrigin(call.headers);
  if (mailDelivery() === "none") throw new AppError("CONFLICT", say("service.noMail"));
  countReset(call.address);
  const { locale, email } = checkShape(REQUEST, await readJsonObject(call));
  countEmailTo(email, call.address);
  await requestPasswordReset({ email }, locale);
  return { status: 202, body: { isEmailSent: true } };
}

/** POST /api/reset-password `{token, password}`, from the link in the email → 200 `{email}`. */
export async function postResetPassword(call: Call): Promise<Answer> {
  sameOrigin(call.headers);
  countReset(call.address);
  const body = checkShape(RESET, await readJsonObject(call));
  return { status: 200, body: await resetPassword(body, call.address) };
}
