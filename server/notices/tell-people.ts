import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { env } from "../env.ts";
import { newId } from "../new-id.ts";
import { hasChosen, wantsPush, type PushEvent } from "./push-event.ts";
import { enqueueAll } from "../work/queue.ts";
import type { Preferences } from "../workspaces/preferences.ts";

/** Something that a person may be told of: once for each of their browsers, and once without one for who has none. */
export type Told = Omit<Push, "endpointHash" | "timeZone"> & { endpointHash: string | null; timeZone: string | null };

/** Of a membership `s`, what `Told` has of its preferences. */
export const CHOSEN = Prisma.sql`jsonb_build_object('notify', s.preferences -> 'notify', 'quietHours', s.preferences -> 'quietHours')`;

/** Whether a membership `s` chose to be told of an event by a way: nothing is read out for those who did not. */
export function isChosenSql(event: Prisma.Sql, way: "desktop" | "email"): Prisma.Sql {
  return Prisma.sql`s.preferences -> 'notify' -> ${event} -> ${way} = 'true'::jsonb`;
}

/** A membership `s` that chose mail for anything; in the words of Membership_mailed_idx. */
export const CHOSE_MAIL = Prisma.sql`s.preferences @? '$.notify.*.email ? (@ == true)'`;

/** The browsers of a membership `s` that are to be told of an event, beside it; whoever has none stays only if mail is to tell them. */
export function browsersSql(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`left join "PushSubscription" p on p."workspaceId" = s."workspaceId" and p."userId" = s."userId"
    and ${isChosenSql(event, "desktop")}`;
}

/** Where `browsersSql` was joined: who is told at all. */
export function isToldSql(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(p."endpointHash" is not null or ${isChosenSql(event, "email")})`;
}

/** Queues what goes to browsers, and keeps what mail is to tell later. Returns how many pushes were queued. */
export async function tellPeople(tx: Ctx, found: readonly Told[]): Promise<number> {
  await keepForMail(tx, found);
  return queuePushes(
    tx,
    found.flatMap(({ endpointHash, timeZone, ...told }) =>
      endpointHash === null || timeZone === null ? [] : [{ ...told, endpointHash, timeZone }],
    ),
  );
}

/** Keeps what its person chose to be told of by mail, until they have seen it or an email tells them; the same news once. */
async function keepForMail(tx: Ctx, found: readonly Told[]): Promise<void> {
  // Without a mail server nobody could be told, and by the time there is one it is no news.
  if (!env().SMTP_URL) return;
  const rows = found
    .filter(({ preferences, event }) => hasChosen(preferences, event, "email"))
    .map(({ workspaceId, userId, event, convId, messageId, at }) => {
      return { workspaceId, id: newId(), userId, event, convId, messageId, at };
    });
  if (rows.length > 0) await tx.db.mailNotice.createMany({ data: rows, skipDuplicates: true });
}

/** Something that a person may be told of on one of their browsers. */
export type Push = {
  workspaceId: number;
  endpointHash: string;
  userId: string;
  timeZone: string;
  /** The person's, as they are stored. */
  preferences: Pick<Preferences, "notify" | "quietHours">;
  event: PushEvent;
  convId: string;
  messageId: string | null;
  at: Date;
};

/** Queues what its person chose to be told of; of a burst in one conversation the last. Returns how many. */
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
