import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import type { MailNotice } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { MailRefused, sendMail } from "../mail/send-mail.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import { newsFor, type News } from "./news-for.ts";
import { hasChosen, isQuiet, type PushEvent } from "./push-event.ts";
import { writeEmail, type Email } from "../mail/email.ts";
import { inTransaction } from "../db.ts";
import { enqueueAll } from "../work/queue.ts";
import { newId } from "../new-id.ts";

type EmailJob = { workspaceId: number; userId: string; letterId: string };

/**
 * Sends one person's email, for a job, which tries again while the mail server is away. It is written at that moment: nothing is in it
 * that they have read or dealt with, may not see or did not choose by now, and without anything there is no email. Begun in their
 * quiet hours, it waits for their end. At least once: an email that had to be sent twice is one message to the reader's program.
 * @throws Error of the mail server that may pass.
 */
export async function mailNotices({ workspaceId, userId, letterId }: EmailJob): Promise<void> {
  const { db, now } = systemCtx(workspaceId, "mail-notices");
  const where = { workspaceId, userId, letterId, settledAt: null };
  const notices = await db.mailNotice.findMany({ where, orderBy: { at: "asc" } });
  if (notices.length === 0) return;
  const person = await personOf(workspaceId, userId);
  if (person && isQuiet(person.preferences.quietHours, { now, timeZone: person.timeZone })) {
    await db.mailNotice.updateMany({ where, data: { letterId: null } });
    return;
  }
  const news = person ? await newsOf(person, notices) : [];
  if (person && news.length > 0) {
    const { workspaceName, email, preferences } = person;
    const message = noticeEmail({
      workspaceId,
      workspaceName,
      locale: preferences.locale ?? "en",
      news,
      origin: env().APP_URL,
    });
    try {
      await sendMail(email, message, `notices-${letterId}`);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ workspaceId, userId, error: error.message }, "a person cannot be told of news by mail");
    }
  }
  await db.mailNotice.updateMany({ where, data: { settledAt: new Date() } });
}

type Person = {
  ctx: Ctx;
  agentId: string;
  email: string;
  workspaceName: string;
  timeZone: string;
  preferences: Preferences;
};

/** Who they are by now, with their reach of now; null when they have no seat in the inbox any more. */
async function personOf(workspaceId: number, userId: string): Promise<Person | null> {
  const ctx = systemCtx(workspaceId, "mail-notices");
  const [membership, agent] = await Promise.all([
    ctx.db.membership.findUnique({
      where: { workspaceId_userId: { workspaceId, userId } },
      include: {
        user: { select: { email: true } },
        workspace: { include: { settings: { select: { slaTimeZone: true } } } },
      },
    }),
    ctx.db.agent.findFirst({ where: { workspaceId, userId, deletedAt: null } }),
  ]);
  if (!membership || !agent) return null;
  const { role, user, workspace } = membership;
  if (workspace.deletedAt || workspace.plan === "GATEWAY") return null;
  const preferences = membership.preferences as Preferences;
  return {
    // Nobody signed in for it: no sign-in is named.
    ctx: { ...ctx, actor: { kind: "user", userId, agentId: agent.id, role, sessionId: "" } },
    agentId: agent.id,
    email: user.email,
    workspaceName: workspace.name,
    timeZone: preferences.timeZone ?? workspace.settings?.slaTimeZone ?? "UTC",
    preferences,
  };
}

/** Of each conversation what happened last of a kind, in the order in which it happened; of failures any that is still one. */
async function newsOf({ ctx, agentId, preferences }: Person, notices: readonly MailNotice[]): Promise<News[]> {
  const lasts = new Map<string, MailNotice>();
  for (const notice of notices) {
    const one = notice.event === "failedSend" ? notice.messageId : "";
    const key = `${notice.event} ${notice.convId} ${one}`;
    lasts.delete(key);
    lasts.set(key, notice);
  }
  const news: News[] = [];
  for (const { event: name, convId, messageId } of lasts.values()) {
    const event = name as PushEvent;
    if (!hasChosen(preferences, event, "email")) continue;
    const found = await newsFor(ctx, { event, convId, messageId }, { agentId, preferences, way: "email" });
    const isSaid = news.some(
      ({ title, body, convId: said }) => said === convId && title === found?.title && body === found.body,
    );
    if (found && !isSaid) news.push(found);
  }
  return news;
}

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

/** One email about all that a person has not seen, each with the way to its thread, in their language. */
function noticeEmail({ workspaceId, workspaceName, locale, news, origin }: Facts): Email {
  const words = WORDS[locale];
  const portal = `${origin}/${workspaceId}`;
  const urlOf = (convId: string) => `${portal}/inbox/${convId}`;
  const [first, ...others] = news;
  if (!first) throw new Error("an email without news");
  const isOne = others.length === 0;
  return writeEmail({
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

/** So long, in minutes, a person has time to see news in the portal before an email tells them. */
const SEEN_WITHIN_MINUTES = 5;
/** Between two emails to one person, in minutes: what comes meanwhile is in the next one. */
const PAUSE_MINUTES = 15;
/** An email that could not be sent for so long, in hours, holds back no other, and what it was to tell is told by the next one. */
const GIVEN_UP_HOURS = 6;
/** People of one look; the next one comes within a minute. */
const AT_ONCE = 500;

type Waiting = {
  workspaceId: number;
  userId: string;
  quietHours: Preferences["quietHours"] | null;
  timeZone: string;
};

/**
 * Begins an email for everybody who has news that they had time to see, with all that waits for them; what happens in their quiet hours
 * waits for the morning. Email and job are one transaction, one person has one email under way, and of several workers each takes
 * other people. They are taken in any order: where many sleep, those who are awake do not wait behind them.
 * @returns how many emails were begun.
 */
export function planNoticeEmails(): Promise<number> {
  return inTransaction(systemCtx(0, "plan-letters"), async (tx) => {
    await freeLostNews(tx);
    const people = await tx.db.$queryRaw<Waiting[]>`
      select s."workspaceId", s."userId", s.preferences -> 'quietHours' as "quietHours",
        coalesce(s.preferences ->> 'timeZone', w."slaTimeZone") as "timeZone"
      from "Membership" s join "WorkspaceSettings" w on w."workspaceId" = s."workspaceId"
      where exists (
          select from "MailNotice" n where n."workspaceId" = s."workspaceId" and n."userId" = s."userId" and n."settledAt" is null
            and n."letterId" is null and n.at <= now() - make_interval(mins => ${SEEN_WITHIN_MINUTES}))
        and not exists (
          select from "MailNotice" n where n."workspaceId" = s."workspaceId" and n."userId" = s."userId" and n."letterId" is not null
            and (n."settledAt" > now() - make_interval(mins => ${PAUSE_MINUTES})
              or n."settledAt" is null and n.at > now() - make_interval(hours => ${GIVEN_UP_HOURS})))
      order by random() limit ${AT_ONCE} for no key update of s skip locked`;
    const awake = people.filter(({ quietHours, timeZone }) => !isQuiet(quietHours, { now: tx.now, timeZone }));
    const emails = awake.map(({ workspaceId, userId }) => ({ workspaceId, userId, letterId: newId() }));
    for (const { workspaceId, userId, letterId } of emails) {
      await tx.db.mailNotice.updateMany({
        where: { workspaceId, userId, settledAt: null, letterId: null },
        data: { letterId },
      });
    }
    await enqueueAll(tx, "mail-notices", emails);
    return emails.length;
  });
}

/** Old news whose email has no job any more, which used up its retries while the mail server was away, is for the next email. */
async function freeLostNews(tx: Ctx): Promise<void> {
  await tx.db.$executeRaw`
    update "MailNotice" n set "letterId" = null
    where n."settledAt" is null and n."letterId" is not null and n.at <= now() - make_interval(hours => ${GIVEN_UP_HOURS}) and not exists (
      select from pgboss.job j where j.name = 'mail-notices' and j.state < 'completed' and j.data ->> 'letterId' = n."letterId"::text)`;
}
