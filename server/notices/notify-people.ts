import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { env } from "../env.ts";
import { newId } from "../new-id.ts";
import { hasChosen, wantsPush, type PushEvent } from "./push-event.ts";
import { enqueueAll } from "../work/queue.ts";
import type { Preferences } from "../workspaces/preferences.ts";

/** A possible notification: one for each of the person's browsers, or one without a browser if they have none. */
export type Told = Omit<Push, "endpointHash" | "timeZone"> & { endpointHash: string | null; timeZone: string | null };

/** The preferences of a membership `s` that `Told` contains. */
export const CHOSEN = Prisma.sql`jsonb_build_object('notify', s.preferences -> 'notify', 'quietHours', s.preferences -> 'quietHours')`;

/** Whether a membership `s` chose to be notified of an event this way, so that queries skip everyone else. */
export function isChosenSql(event: Prisma.Sql, way: "desktop" | "email"): Prisma.Sql {
  return Prisma.sql`s.preferences -> 'notify' -> ${event} -> ${way} = 'true'::jsonb`;
}

/** A membership `s` that chose email for any event. Must match the condition of Membership_mailed_idx. */
export const CHOSE_MAIL = Prisma.sql`s.preferences @? '$.notify.*.email ? (@ == true)'`;

/** Joins the browsers of a membership `s` to notify of an event. A member without one is kept only if they chose email. */
export function browsersSql(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`left join "PushSubscription" p on p."workspaceId" = s."workspaceId" and p."userId" = s."userId"
    and ${isChosenSql(event, "desktop")}`;
}

/** With `browsersSql` joined: whether the member is notified at all. */
export function isNotifiedSql(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(p."endpointHash" is not null or ${isChosenSql(event, "email")})`;
}

/** Queues pushes for browsers and stores notices for email. Returns how many pushes were queued. */
export async function notifyPeople(tx: Ctx, found: readonly Told[]): Promise<number> {
  await keepForMail(tx, found);
  return queuePushes(
    tx,
    found.flatMap(({ endpointHash, timeZone, ...told }) =>
      endpointHash === null || timeZone === null ? [] : [{ ...told, endpointHash, timeZone }],
    ),
  );
}

/** Stores what people chose to get by email, until they have seen it or an email was sent. The same news is stored once. */
async function keepForMail(tx: Ctx, found: readonly Told[]): Promise<void> {
  // Without a mail server no email can be sent, and once there is one, the news is too old.
  if (!env().SMTP_URL) return;
  const rows = found
    .filter(({ preferences, event }) => hasChosen(preferences, event, "email"))
    .map(({ workspaceId, userId, event, convId, messageId, at }) => {
      return { workspaceId, id: newId(), userId, event, convId, messageId, at };
    });
  if (rows.length > 0) await tx.db.mailNotice.createMany({ data: rows, skipDuplicates: true });
}

/** A possible notification on one browser. */
export type Push = {
  workspaceId: number;
  endpointHash: string;
  userId: string;
  timeZone: string;
  preferences: Pick<Preferences, "notify" | "quietHours">;
  event: PushEvent;
  convId: string;
  messageId: string | null;
  at: Date;
};

/** Queues the pushes that people chose. Of a burst in one conversation, only the last. Returns how many. */
export async function queuePushes(tx: Ctx, found: readonly Push[]): Promise<number> {
  const wanted = found.filter(({ preferences, event, timeZone }) =>
    wantsPush(preferences, event, { now: tx.now, timeZone }),
  );
  const lasts = new Map(wanted.map((push) => [`${push.endpointHash} ${push.event} ${push.convId}`, push]));
  const jobs = [...lasts.values()].map(({ workspaceId, endpointHash, userId, event, convId, messageId, at }) => {
    const about = { workspaceId, endpointHash, userId, event, convId, messageId };
    return { ...about, at: at.toISOString() };
  });
  await enqueueAll(tx, "push", jobs);
  return jobs.length;
}
