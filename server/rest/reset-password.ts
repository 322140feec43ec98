import { z } from "zod";
import { addressOf } from "../auth/address.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { AppError } from "../errors.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { requestPasswordReset, resetPassword } from "../workspaces/reset-password.ts";
import { countEmailTo, countReset } from "./count-account.ts";
import { MAIL_LOCALE } from "./mail-locale.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { fromRequest, replyTo, toResponse } from "./reply.ts";

const REQUEST = z.object({ email: z.string(), locale: MAIL_LOCALE });
const RESET = z.object({ token: z.string(), password: z.string() });

/** POST /api/forgot-password `{email}` → 202 `{isEmailSent: true}`, for an address that has no account too. */
export async function forgotPasswordDoor(request: Request): Promise<Response> {
  return toResponse(
    await replyTo(async () => {
      sameOrigin(request.headers);
      if (mailDelivery() === "none")
        throw new AppError("CONFLICT", "This service sends no emails. Ask its operator to set a new password for you.");
      countReset(request.headers);
      const { locale, email } = checkShape(REQUEST, await readJsonObject(fromRequest(request)));
      countEmailTo(email, request.headers);
      await requestPasswordReset({ email }, locale);
      return { status: 202, body: { isEmailSent: true } };
    }),
  );
}

/** POST /api/reset-password `{token, password}` by the person who opened the link in the email → 200 `{email}`. */
export async function resetPasswordDoor(request: Request): Promise<Response> {
  return toResponse(
    await replyTo(async () => {
      sameOrigin(request.headers);
      countReset(request.headers);
      const body = checkShape(RESET, await readJsonObject(fromRequest(request)));
      return { status: 200, body: await resetPassword(body, addressOf(request.headers)) };
    }),
  );
}
