import { createTransport } from "nodemailer";
import { env } from "../env.ts";
import { log } from "../log.ts";
import type { Email } from "./email.ts";

/** The receiving server rejects this email permanently. The message is the server's own text, for people. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Milliseconds. Prevents a mail server that does not respond from blocking a job for the library's default of ten minutes. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Where emails go: to the recipient, to the log (a trial), or nowhere. */
export function mailDelivery(): "sent" | "logged" | "none" {
  const { SMTP_URL, LOG_MAILS } = env();
  if (SMTP_URL) return "sent";
  return LOG_MAILS === "yes" ? "logged" : "none";
}

/**
 * Sends one email through SMTP_URL. Without SMTP_URL it sends nothing. With LOG_MAILS (a trial) it logs the text. Otherwise
 * it logs only that it sent nothing, because a link in the email may sign someone in.
 * @param id names the email. An email sent twice arrives as the same message.
 * @throws MailRefused when the server rejects the recipient or the email permanently. Other errors may pass on a retry.
 */
export async function sendMail(to: string, message: Email, id: string): Promise<"sent" | "logged"> {
  const { SMTP_URL, MAIL_FROM, APP_URL, LOG_MAILS } = env();
  if (!SMTP_URL) {
    const words = LOG_MAILS === "yes" ? { subject: message.subject, text: message.text } : {};
    log.info({ mailId: id, to, ...words }, "a mail was not sent, because SMTP_URL is not set");
    return "logged";
  }
  try {
    await createTransport({ url: SMTP_URL, ...PATIENCE }).sendMail({
      from: MAIL_FROM,
      to: { name: "", address: to },
      messageId: `<${id}@${new URL(APP_URL).hostname}>`,
      ...message,
      // Stops out-of-office replies, which no one would read.
      headers: { "auto-submitted": "auto-generated", "x-auto-response-suppress": "All" },
    });
    return "sent";
  } catch (error) {
    throw isFinal(error) ? new MailRefused(error.response) : error;
  }
}

/** Whether the server rejected the recipient or the email itself with 5xx. A 5xx to our sign-in is for the operator to fix. */
function isFinal(error: unknown): error is Error & { response: string } {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error) || !("response" in error))
    return false;
  const { code, responseCode, response } = error;
  return (
    (code === "EENVELOPE" || code === "EMESSAGE") &&
    typeof responseCode === "number" &&
    responseCode >= 500 &&
    typeof response === "string"
  );
}
