import { env } from "../env.ts";
import { writeLetter, type Letter } from "../mail/letter.ts";
import type { Locale } from "../auth/mailed-link.ts";

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

/** To a new address: the link that completes the sign-up. */
export function signUpLetter(
  locale: Locale,
  { email, workspaceName, link }: { email: string; workspaceName: string; link: string },
): Letter {
  const { hello, orAddress, ignore, signUp } = WORDS[locale];
  return writeLetter({
    locale,
    subject: signUp.subject,
    paragraphs: [hello, signUp.words(workspaceName)],
    action: { label: signUp.action, url: link, orAddress },
    footnotes: [signUp.life(email), ignore],
  });
}

/** To an address that has an account: the page that signed up says the same as to a new one, this email says what to do. */
export function knownAddressLetter(locale: Locale, { email }: { email: string }): Letter {
  const { hello, orAddress, ignore, known } = WORDS[locale];
  const { APP_URL } = env();
  return writeLetter({
    locale,
    subject: known.subject,
    paragraphs: [hello, known.words(email), known.reset(`${APP_URL}/forgot-password`)],
    action: { label: known.action, url: `${APP_URL}/sign-in`, orAddress },
    footnotes: [ignore],
  });
}

/** To an address that has an account: the link that sets a new password. */
export function resetPasswordLetter(locale: Locale, { email, link }: { email: string; link: string }): Letter {
  const { hello, orAddress, ignore, reset } = WORDS[locale];
  return writeLetter({
    locale,
    subject: reset.subject,
    paragraphs: [hello, reset.words(email)],
    action: { label: reset.action, url: link, orAddress },
    footnotes: [reset.life, ignore],
  });
}
