import { writeLetter, type Letter } from "../mail/letter.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import type { News } from "./news-for.ts";

type Locale = NonNullable<Preferences["locale"]>;

type Words = {
  /** Of the subject, where there is more than one piece of news. */
  several: (count: number, workspace: string) => string;
  intro: (workspace: string) => string;
  more: (count: number) => string;
  open: string;
  openInbox: string;
  orAddress: string;
  why: (settings: string) => string;
};

const WORDS: Record<Locale, Words> = {
  en: {
    several: (count, workspace) => `${count} things wait for you in ${workspace}`,
    intro: (workspace) => `You have not seen this yet in “${workspace}”:`,
    more: (count) => (count === 1 ? "… and one more." : `… and ${count} more.`),
    open: "Open the conversation",
    openInbox: "Open the inbox",
    orAddress: "Or open this address:",
    why: (settings) =>
      `You get this because you chose e-mail for notices. Change or end it in your profile: ${settings}`,
  },
  de: {
    several: (count, workspace) => `${count} Neuigkeiten warten auf dich in ${workspace}`,
    intro: (workspace) => `Das hast du in „${workspace}“ noch nicht gesehen:`,
    more: (count) => (count === 1 ? "… und noch etwas." : `… und ${count} weitere.`),
    open: "Unterhaltung öffnen",
    openInbox: "Posteingang öffnen",
    orAddress: "Oder öffne diese Adresse:",
    why: (settings) =>
      `Du bekommst das, weil du E-Mail für Benachrichtigungen gewählt hast. Ändern oder beenden kannst du es in deinem Profil: ${settings}`,
  },
  es: {
    several: (count, workspace) => `${count} novedades te esperan en ${workspace}`,
    intro: (workspace) => `Aún no has visto esto en «${workspace}»:`,
    more: (count) => (count === 1 ? "… y una más." : `… y ${count} más.`),
    open: "Abrir la conversación",
    openInbox: "Abrir la bandeja de entrada",
    orAddress: "O abre esta dirección:",
    why: (settings) =>
      `Recibes esto porque elegiste el correo electrónico para los avisos. Puedes cambiarlo o desactivarlo en tu perfil: ${settings}`,
  },
  fr: {
    several: (count, workspace) => `${count} nouveautés vous attendent dans ${workspace}`,
    intro: (workspace) => `Vous n’avez pas encore vu ceci dans « ${workspace} » :`,
    more: (count) => (count === 1 ? "… et une autre." : `… et ${count} autres.`),
    open: "Ouvrir la conversation",
    openInbox: "Ouvrir la boîte de réception",
    orAddress: "Ou ouvrez cette adresse :",
    why: (settings) =>
      `Vous recevez ce message parce que vous avez choisi l’e-mail pour les notifications. Modifiez ou arrêtez cela dans votre profil : ${settings}`,
  },
};

/** More of them are counted only. */
const SHOWN = 20;

type Facts = {
  workspaceId: number;
  workspaceName: string;
  locale: Locale;
  /** At least one. */
  news: readonly News[];
  /** Of the portal, without a slash at its end. */
  origin: string;
};

/** One letter about all that a person has not seen, each with the way to its thread, in their language. */
export function noticeLetter({ workspaceId, workspaceName, locale, news, origin }: Facts): Letter {
  const words = WORDS[locale];
  const portal = `${origin}/${workspaceId}`;
  const urlOf = (convId: string) => `${portal}/inbox/${convId}`;
  const [first, ...others] = news;
  if (!first) throw new Error("a letter without news");
  const isOne = others.length === 0;
  return writeLetter({
    locale,
    subject: isOne ? first.title : words.several(news.length, workspaceName),
    paragraphs: [words.intro(workspaceName)],
    items: news.slice(0, SHOWN).map(({ title, body, convId }) => ({ title, body, url: urlOf(convId) })),
    afterItems: news.length > SHOWN ? [words.more(news.length - SHOWN)] : [],
    action: isOne
      ? { label: words.open, url: urlOf(first.convId), orAddress: words.orAddress }
      : { label: words.openInbox, url: `${portal}/inbox`, orAddress: words.orAddress },
    footnotes: [words.why(`${portal}/settings`)],
  });
}
