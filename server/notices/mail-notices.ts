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
 * Job: sends one person's email, with retries while the mail server is down. The email is written when it is sent. It leaves out what the
 * person has read, handled, may not see or no longer wants. If nothing is left, no email is sent. In their quiet hours, it waits for the
 * end of these. Delivery is at least once: the mail program shows an email that was sent twice as one message.
 * @throws Error of the mail server that a retry may solve.
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

/** The person with their current permissions. null when they no longer have a seat in the inbox. */
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
    // A job has no session.
    ctx: { ...ctx, actor: { kind: "user", userId, agentId: agent.id, role, sessionId: "" } },
    agentId: agent.id,
    email: user.email,
    workspaceName: workspace.name,
    timeZone: preferences.timeZone ?? workspace.settings?.slaTimeZone ?? "UTC",
    preferences,
  };
}

/** The latest news of each kind per conversation, in order of time. For failures, any that still applies. */
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
  /** The subject for more than one piece of news. */
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
      `You get this because you chose e-mail for notices. Change or end it in your settings: ${settings}`,
  },
  de: {
    several: (count, workspace) => `${count} Neuigkeiten warten auf dich in ${workspace}`,
    intro: (workspace) => `Das hast du in „${workspace}“ noch nicht gesehen:`,
    more: (count) => (count === 1 ? "… und noch etwas." : `… und ${count} weitere.`),
    open: "Unterhaltung öffnen",
    openInbox: "Posteingang öffnen",
    orAddress: "Oder öffne diese Adresse:",
    why: (settings) =>
      `Du bekommst das, weil du E-Mail für Benachrichtigungen gewählt hast. Ändern oder beenden kannst du es in deinen Einstellungen: ${settings}`,
  },
  es: {
    several: (count, workspace) => `${count} novedades te esperan en ${workspace}`,
    intro: (workspace) => `Aún no has visto esto en «${workspace}»:`,
    more: (count) => (count === 1 ? "… y una más." : `… y ${count} más.`),
    open: "Abrir la conversación",
    openInbox: "Abrir la bandeja de entrada",
    orAddress: "O abre esta dirección:",
    why: (settings) =>
      `Recibes esto porque elegiste el correo electrónico para los avisos. Puedes cambiarlo o desactivarlo en tus ajustes: ${settings}`,
  },
  fr: {
    several: (count, workspace) => `${count} nouveautés vous attendent dans ${workspace}`,
    intro: (workspace) => `Vous n’avez pas encore vu ceci dans « ${workspace} » :`,
    more: (count) => (count === 1 ? "… et une autre." : `… et ${count} autres.`),
    open: "Ouvrir la conversation",
    openInbox: "Ouvrir la boîte de réception",
    orAddress: "Ou ouvrez cette adresse :",
    why: (settings) =>
      `Vous recevez ce message parce que vous avez choisi l’e-mail pour les notifications. Modifiez ou arrêtez cela dans vos réglages : ${settings}`,
  },
};

/** Further news items are only counted. */
const SHOWN = 20;

type Facts = {
  workspaceId: number;
  workspaceName: string;
  locale: Locale;
  /** At least one. */
  news: readonly News[];
  /** The portal's origin, without a trailing slash. */
  origin: string;
};

/** One email about all unseen news, each with a link to its thread, in the person's language. */
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
    footnotes: [words.why(`${portal}/settings/notices`)],
  });
}

/** Minutes that a person has to see news in the portal before an email is sent. */
const SEEN_WITHIN_MINUTES = 5;
/** Minimum minutes between two emails to one person. News in between go into the next one. */
const PAUSE_MINUTES = 15;
/** Hours after which an unsent email no longer blocks others. The next email includes its news. */
const GIVEN_UP_HOURS = 6;
/** People per run. The next run is within a minute. */
const AT_ONCE = 500;

type Waiting = {
  workspaceId: number;
  userId: string;
  quietHours: Preferences["quietHours"] | null;
  timeZone: string;
};

/**
 * Starts an email for everyone with news that they had time to see, with all their pending news. News during quiet hours waits until
 * these end. The email and its job are one transaction. Each person has one email in progress, and each of several workers takes other
 * people. The order is random, so that people in quiet hours do not hold up the others.
 * @returns how many emails were started.
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

/** Releases old news whose email has no job any more, because the retries ran out while the mail server was down, for the next email. */
async function freeLostNews(tx: Ctx): Promise<void> {
  await tx.db.$executeRaw`
    update "MailNotice" n set "letterId" = null
    where n."settledAt" is null and n."letterId" is not null and n.at <= now() - make_interval(hours => ${GIVEN_UP_HOURS}) and not exists (
      select from pgboss.job j where j.name = 'mail-notices' and j.state < 'completed' and j.data ->> 'letterId' = n."letterId"::text)`;
}
