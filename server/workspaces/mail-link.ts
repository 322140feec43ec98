import { hashSecret } from "../auth/key-format.ts";
import { linkAddress, linkToken, type Locale } from "../auth/mailed-link.ts";
import { database } from "../db.ts";
import { log } from "../log.ts";
import type { Letter } from "../mail/letter.ts";
import { MailRefused, sendMail } from "../mail/send-mail.ts";
import { knownAddressLetter, resetPasswordLetter, signUpLetter } from "./link-letters.ts";
import type { MailedLink } from "../generated/prisma/client.ts";

/**
 * Sends the email of a link, once; for a job, which tries again while the mail server is away. A crash between the server's answer and
 * our note of it sends the same message (one Message-ID) twice.
 * @throws Error of the mail server that may pass.
 */
export async function mailLink(linkId: string): Promise<void> {
  const link = await database().mailedLink.findUnique({ where: { id: linkId } });
  if (!link || link.mailedAt || link.usedAt || link.expiresAt <= new Date()) return;
  const letter = await letterOf(link);
  try {
    if (letter) await sendMail(link.email, letter, link.id);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ linkId, kind: link.kind, reason: error.message }, "the mail server refused the email of a link");
  }
  await database().mailedLink.update({ where: { id: linkId }, data: { mailedAt: new Date() } });
}

/** Null where there is nothing to say: nobody to reset a password for, or a link that the service's present secret does not make. */
async function letterOf(link: MailedLink): Promise<Letter | null> {
  const { id, kind, email, workspaceName } = link;
  if (Buffer.compare(link.tokenHash, hashSecret(linkToken(id))) !== 0) return null;
  const locale = link.locale as Locale;
  const isKnown = (await database().user.count({ where: { email } })) > 0;
  if (kind === "resetPassword")
    return isKnown ? resetPasswordLetter(locale, { email, link: linkAddress(kind, id) }) : null;
  if (isKnown) return knownAddressLetter(locale, { email });
  return signUpLetter(locale, { email, workspaceName: workspaceName ?? "", link: linkAddress("signUp", id) });
}
