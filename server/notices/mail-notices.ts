import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import type { MailNotice } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { MailRefused, sendMail } from "../mail/send-mail.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import { newsFor, type News } from "./news-for.ts";
import { noticeLetter } from "./notice-letter.ts";
import { hasChosen, isQuiet, type PushEvent } from "./push-event.ts";

type Letter = { workspaceId: number; userId: string; letterId: string };

/**
 * Sends one person's letter, for a job, which tries again while the mail server is away. It is written at that moment: nothing is in it
 * that they have read or dealt with, may not see or did not choose by now, and without anything there is no letter. Begun in their
 * quiet hours, it waits for their end. At least once: a letter that had to be sent twice is one message to the reader's program.
 * @throws Error of the mail server that may pass.
 */
export async function mailNotices({ workspaceId, userId, letterId }: Letter): Promise<void> {
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
    const letter = noticeLetter({
      workspaceId,
      workspaceName,
      locale: preferences.locale ?? "en",
      news,
      origin: env().APP_URL,
    });
    try {
      await sendMail(email, letter, `notices-${letterId}`);
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
