import { createTransport } from "nodemailer";
import { env } from "../env.ts";
import { log } from "../log.ts";
import type { Email } from "./email.ts";

/** The receiving side will not take this mail, however often it is sent. The message is its own words, for people. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** A mail server that does not answer must not hold a job for the library's ten minutes; in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Where an email ends up: at its recipient, in the log (a trial), or nowhere. */
export function mailDelivery(): "sent" | "logged" | "none" {
  const { SMTP_URL, LOG_MAILS } = env();
  if (SMTP_URL) return "sent";
  return LOG_MAILS === "yes" ? "logged" : "none";
}

/**
 * Sends one mail by SMTP_URL. Without that setting it goes nowhere; in a trial (LOG_MAILS) its text is written to the log, else only
 * that it was not sent: a link in it may let somebody in.
 * @param id names the mail: one that had to be sent twice arrives as the same message.
 * @throws MailRefused when the server refuses the recipient or the mail for good; any other error may pass when tried again.
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
      // A receiver's out-of-office answer would reach nobody.
      headers: { "auto-submitted": "auto-generated", "x-auto-response-suppress": "All" },
    });
    return "sent";
  } catch (error) {
    throw isFinal(error) ? new MailRefused(error.response) : error;
  }
}

/** Refused by its 5xx answer to the recipient or to the mail itself; a 5xx to our sign-in is the operator's to mend. */
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
