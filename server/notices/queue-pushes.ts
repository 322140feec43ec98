import type { Ctx } from "../ctx.ts";
import { enqueueAll } from "../work/queue.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import { wantsPush, type PushEvent } from "./push-event.ts";

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
