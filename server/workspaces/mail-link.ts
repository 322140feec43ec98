import { hashSecret } from "../auth/key-format.ts";
import { linkAddress, linkToken, type Locale } from "../auth/mailed-link.ts";
import { database } from "../db.ts";
import { log } from "../log.ts";
import { type Email, writeEmail } from "../mail/email.ts";
import { MailRefused, sendMail } from "../mail/send-mail.ts";
import type { MailedLink } from "../generated/prisma/client.ts";
import { env } from "../env.ts";

type Words = {
  hello: string;
  orAddress: string;
  ignore: string;
  signUp: { subject: string; words: (workspace: string) => string; action: string; life: (email: string) => string };
  known: { subject: string; words: (email: string) => string; reset: (address: string) => string; action: string };
  reset: { subject: string; words: (email: string) => string; action: string; life: string };
};

const WORDS: Record<Locale, Words> = {
  en: {
    hello: "Hello,",
    orAddress: "Or open this address:",
    ignore: "If you did not ask for this, ignore this email. Nothing changes.",
    signUp: {
      subject: "Confirm your e-mail address",
      words: (workspace) => `you have signed up for the workspace “${workspace}”. Confirm your address to create it.`,
      action: "Confirm and create the workspace",
      life: (email) => `The link is for ${email}. It works once, within 24 hours.`,
    },
    known: {
      subject: "You already have an account",
      words: (email) => `somebody signed up with ${email}, which already has an account. If it was you, sign in.`,
      reset: (address) => `If you have forgotten your password, set a new one: ${address}`,
      action: "Sign in",
    },
    reset: {
      subject: "Set a new password",
      words: (email) => `somebody asked to set a new password for ${email}.`,
      action: "Set a new password",
      life: "The link works once, within 30 minutes.",
    },
  },
  de: {
    hello: "Hallo,",
    orAddress: "Oder öffne diese Adresse:",
    ignore: "Wenn du das nicht angefordert hast, ignoriere diese E-Mail. Es ändert sich nichts.",
    signUp: {
      subject: "Bestätige deine E-Mail-Adresse",
      words: (workspace) =>
        `du hast dich für den Workspace „${workspace}“ registriert. Bestätige deine Adresse, um ihn anzulegen.`,
      action: "Bestätigen und Workspace anlegen",
      life: (email) => `Der Link gilt für ${email}, einmal und 24 Stunden lang.`,
    },
    known: {
      subject: "Du hast schon ein Konto",
      words: (email) =>
        `jemand hat sich mit ${email} registriert, und dazu gibt es schon ein Konto. Wenn du es warst, melde dich an.`,
      reset: (address) => `Wenn du dein Passwort vergessen hast, setze ein neues: ${address}`,
      action: "Anmelden",
    },
    reset: {
      subject: "Neues Passwort setzen",
      words: (email) => `jemand möchte für ${email} ein neues Passwort setzen.`,
      action: "Neues Passwort setzen",
      life: "Der Link gilt einmal und 30 Minuten lang.",
    },
  },
  es: {
    hello: "Hola:",
    orAddress: "O abre esta dirección:",
    ignore: "Si no lo has pedido tú, ignora este correo. No cambia nada.",
    signUp: {
      subject: "Confirma tu correo electrónico",
      words: (workspace) =>
        `te has registrado para el espacio de trabajo «${workspace}». Confirma tu dirección para crearlo.`,
      action: "Confirmar y crear el espacio de trabajo",
      life: (email) => `El enlace es para ${email}. Funciona una vez, durante 24 horas.`,
    },
    known: {
      subject: "Ya tienes una cuenta",
      words: (email) =>
        `alguien se ha registrado con ${email}, que ya tiene una cuenta. Si has sido tú, inicia sesión.`,
      reset: (address) => `Si has olvidado tu contraseña, elige una nueva: ${address}`,
      action: "Iniciar sesión",
    },
    reset: {
      subject: "Elige una contraseña nueva",
      words: (email) => `alguien ha pedido elegir una contraseña nueva para ${email}.`,
      action: "Elegir una contraseña nueva",
      life: "El enlace funciona una vez, durante 30 minutos.",
    },
  },
  fr: {
    hello: "Bonjour,",
    orAddress: "Ou ouvrez cette adresse :",
    ignore: "Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne change.",
    signUp: {
      subject: "Confirmez votre adresse e-mail",
      words: (workspace) =>
        `vous vous êtes inscrit pour l’espace de travail « ${workspace} ». Confirmez votre adresse pour le créer.`,
      action: "Confirmer et créer l’espace de travail",
      life: (email) => `Le lien est pour ${email}. Il fonctionne une fois, pendant 24 heures.`,
    },
    known: {
      subject: "Vous avez déjà un compte",
      words: (email) => `quelqu’un s’est inscrit avec ${email}, qui a déjà un compte. Si c’était vous, connectez-vous.`,
      reset: (address) => `Si vous avez oublié votre mot de passe, choisissez-en un nouveau : ${address}`,
      action: "Se connecter",
    },
    reset: {
      subject: "Choisissez un nouveau mot de passe",
      words: (email) => `quelqu’un a demandé un nouveau mot de passe pour ${email}.`,
      action: "Choisir un nouveau mot de passe",
      life: "Le lien fonctionne une fois, pendant 30 minutes.",
    },
  },
};

/**
 * Sends the email of a link once. A job calls this and retries while the mail server is unavailable. A crash between the server's
 * response and our update sends the same message (one Message-ID) twice.
 * @throws Error for a temporary failure of the mail server.
 */
export async function mailLink(linkId: string): Promise<void> {
  const link = await database().mailedLink.findUnique({ where: { id: linkId } });
  if (!link || link.mailedAt || link.usedAt || link.expiresAt <= new Date()) return;
  const message = await emailFor(link);
  try {
    if (message) await sendMail(link.email, message, link.id);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ linkId, kind: link.kind, reason: error.message }, "the mail server refused the email of a link");
  }
  await database().mailedLink.update({ where: { id: linkId }, data: { mailedAt: new Date() } });
}

/** null: no email is due, because no account needs a password reset, or the service's secret has changed since the link was made. */
async function emailFor(link: MailedLink): Promise<Email | null> {
  const { id, kind, email, workspaceName } = link;
  if (Buffer.compare(link.tokenHash, hashSecret(linkToken(id))) !== 0) return null;
  const locale = link.locale as Locale;
  const isKnown = (await database().user.count({ where: { email } })) > 0;
  if (kind === "resetPassword")
    return isKnown ? resetPasswordEmail(locale, { email, link: linkAddress(kind, id) }) : null;
  if (isKnown) return knownAddressEmail(locale, { email });
  return signUpEmail(locale, { email, workspaceName: workspaceName ?? "", link: linkAddress("signUp", id) });
}

/** For a new address: the link that completes the sign-up. */
function signUpEmail(
  locale: Locale,
  { email, workspaceName, link }: { email: string; workspaceName: string; link: string },
): Email {
  const { hello, orAddress, ignore, signUp } = WORDS[locale];
  return writeEmail({
    locale,
    subject: signUp.subject,
    paragraphs: [hello, signUp.words(workspaceName)],
    action: { label: signUp.action, url: link, orAddress },
    footnotes: [signUp.life(email), ignore],
  });
}

/** For an address that already has an account. The sign-up page looks the same as for a new address; only this email says what to do. */
function knownAddressEmail(locale: Locale, { email }: { email: string }): Email {
  const { hello, orAddress, ignore, known } = WORDS[locale];
  const { APP_URL } = env();
  return writeEmail({
    locale,
    subject: known.subject,
    paragraphs: [hello, known.words(email), known.reset(`${APP_URL}/forgot-password`)],
    action: { label: known.action, url: `${APP_URL}/sign-in`, orAddress },
    footnotes: [ignore],
  });
}

/** For an address with an account: the link to set a new password. */
function resetPasswordEmail(locale: Locale, { email, link }: { email: string; link: string }): Email {
  const { hello, orAddress, ignore, reset } = WORDS[locale];
  return writeEmail({
    locale,
    subject: reset.subject,
    paragraphs: [hello, reset.words(email)],
    action: { label: reset.action, url: link, orAddress },
    footnotes: [reset.life, ignore],
  });
}
