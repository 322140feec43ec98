import type { Preferences } from "../workspaces/preferences.ts";
import type { PushEvent } from "./push-event.ts";

type Locale = NonNullable<Preferences["locale"]>;
type Words = Record<PushEvent, (name: string) => string>;

/** What the portal says of the same news while it is open (components/i18n/messages/*\/keys.json, "said"). */
const WORDS: Record<Locale, Words> = {
  en: {
    newUnassigned: (name) => `${name} is waiting for somebody`,
    assignedToMe: (name) => `${name} was assigned to you`,
    mention: (name) => `You were mentioned with ${name}`,
    replyInMine: (name) => `${name} wrote`,
    windowClosing: (name) => `Less than an hour to reply to ${name}`,
    slaRisk: (name) => `${name} is to be answered soon`,
    failedSend: (name) => `Your message to ${name} was not sent`,
  },
  de: {
    newUnassigned: (name) => `${name} wartet auf jemanden`,
    assignedToMe: (name) => `${name} wurde dir zugewiesen`,
    mention: (name) => `Du wurdest bei ${name} erwähnt`,
    replyInMine: (name) => `${name} hat geschrieben`,
    windowClosing: (name) => `Weniger als eine Stunde, um ${name} zu antworten`,
    slaRisk: (name) => `${name} sollte bald eine Antwort bekommen`,
    failedSend: (name) => `Deine Nachricht an ${name} wurde nicht gesendet`,
  },
  es: {
    newUnassigned: (name) => `${name} espera a alguien`,
    assignedToMe: (name) => `Se te asignó ${name}`,
    mention: (name) => `Te mencionaron en ${name}`,
    replyInMine: (name) => `${name} escribió`,
    windowClosing: (name) => `Menos de una hora para responder a ${name}`,
    slaRisk: (name) => `Hay que responder pronto a ${name}`,
    failedSend: (name) => `Tu mensaje a ${name} no se envió`,
  },
  fr: {
    newUnassigned: (name) => `${name} attend quelqu’un`,
    assignedToMe: (name) => `${name} vous a été assigné`,
    mention: (name) => `Vous êtes mentionné chez ${name}`,
    replyInMine: (name) => `${name} a écrit`,
    windowClosing: (name) => `Moins d’une heure pour répondre à ${name}`,
    slaRisk: (name) => `Il faut bientôt répondre à ${name}`,
    failedSend: (name) => `Votre message à ${name} n’a pas été envoyé`,
  },
};

/** The one line of a notice, in the person's language. */
export function pushTitle(locale: Locale | null | undefined, event: PushEvent, name: string): string {
  return WORDS[locale ?? "en"][event](name);
}
