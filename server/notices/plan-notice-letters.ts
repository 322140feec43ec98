import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { enqueueAll } from "../work/queue.ts";
import { newId } from "../new-id.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import { isQuiet } from "./push-event.ts";

/** So long, in minutes, a person has time to see news in the portal before a letter tells them. */
const SEEN_WITHIN_MINUTES = 5;
/** Between two letters to one person, in minutes: what comes meanwhile is in the next one. */
const PAUSE_MINUTES = 15;
/** A letter that could not be sent for so long, in hours, holds back no other, and what it was to tell is told by the next one. */
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
 * Begins a letter for everybody who has news that they had time to see, with all that waits for them; what happens in their quiet hours
 * waits for the morning. Letter and job are one transaction, one person has one letter under way, and of several workers each takes
 * other people. They are taken in any order: where many sleep, those who are awake do not wait behind them.
 * @returns how many letters were begun.
 */
export function planNoticeLetters(): Promise<number> {
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
    const letters = awake.map(({ workspaceId, userId }) => ({ workspaceId, userId, letterId: newId() }));
    for (const { workspaceId, userId, letterId } of letters) {
      await tx.db.mailNotice.updateMany({
        where: { workspaceId, userId, settledAt: null, letterId: null },
        data: { letterId },
      });
    }
    await enqueueAll(tx, "mail-notices", letters);
    return letters.length;
  });
}

/** Old news whose letter has no job any more, which used up its retries while the mail server was away, is for the next letter. */
async function freeLostNews(tx: Ctx): Promise<void> {
  await tx.db.$executeRaw`
    update "MailNotice" n set "letterId" = null
    where n."settledAt" is null and n."letterId" is not null and n.at <= now() - make_interval(hours => ${GIVEN_UP_HOURS}) and not exists (
      select from pgboss.job j where j.name = 'mail-notices' and j.state < 'completed' and j.data ->> 'letterId' = n."letterId"::text)`;
}
