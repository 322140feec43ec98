import { badInput } from "../errors.ts";
import {
  decodePosition,
  encodePosition,
  isAfter,
  isForeign,
  LOG_START,
  readToldEvents,
  type LogPosition,
  type ToldEvent,
} from "../events/log.ts";
import { readPage } from "../page.ts";
import { verb } from "../verb.ts";
import { withSeq } from "./delivery-record.ts";
import { webhookIdOf } from "./sign.ts";
import { say } from "../say.ts";

/** One event as it is pulled; `id` is the webhook-id under which webhooks get it. */
export type EventRecord = Pick<ToldEvent, "id" | "payload" | "createdAt"> & { event: ToldEvent["name"] };

/** `endCursor` is there even when nothing is: a reader goes on from it. */
export type EventPage = { nodes: EventRecord[]; pageInfo: { endCursor: string; hasNextPage: boolean } };

export type EventsInput = { after?: string | null; first?: number | null };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Events are pruned after 31 days; a cursor that is a day younger has surely lost nothing behind it. */
const KEPT_MS = 30 * DAY_MS;
/** Whoever begins at the oldest, which is older still, has so long to go on: what is pruned meanwhile was past its 30 days then. */
const GRACE_MS = DAY_MS;

/**
 * What happened in the workspace after a place, oldest first and in the order of the log: the same events as a webhook of
 * ANY_EVENT gets, for systems that cannot be called. Without `after` from the oldest that is kept. An event that commits late
 * comes after the cursors handed out before it, never behind one.
 * @throws AppError BAD_INPUT for a cursor that is none of this log's, or older than events are kept.
 */
export const listEvents = verb({ may: "MANAGE_WORKSPACE" }, async (ctx, input: EventsInput): Promise<EventPage> => {
  const { size, take } = readPage({ first: input.first ?? null });
  const after = input.after == null ? LOG_START : await placeOf(input.after, ctx.now);
  const { events, end, endAt } = await readToldEvents(ctx.workspaceId, after, take);
  const nodes = events.slice(0, size);
  const last = events.length > size ? nodes.at(-1) : undefined;
  return {
    nodes: nodes.map(({ id, name, payload, seq, createdAt }) => ({
      id: webhookIdOf(id),
      event: name,
      payload: withSeq(name, payload, seq),
      createdAt,
    })),
    pageInfo: {
      hasNextPage: last !== undefined,
      // A page that is not full has reached the end of the log, where a quiet workspace's cursor stays young.
      endCursor: last
        ? cursorOf(last, later(last.createdAt, new Date(endAt.getTime() - KEPT_MS + GRACE_MS)))
        : cursorOf(isAfter(after, end) ? after : end, endAt),
    },
  };
});

/** A place and when the log was there: what came later is still kept while this time is. */
function cursorOf(place: LogPosition, at: Date): string {
  return `${encodePosition(place)}.${at.getTime().toString(36)}`;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

async function placeOf(cursor: string, now: Date): Promise<LogPosition> {
  const [position = "", time = ""] = cursor.split(".");
  const place = decodePosition(position);
  if (!place || !/^[0-9a-z]{1,9}$/.test(time) || (await isForeign(place, new Date(Number.parseInt(time, 36))))) {
    throw badInput("after", say("service.cursor"));
  }
  if (now.getTime() - Number.parseInt(time, 36) > KEPT_MS) {
    throw badInput("after", say("service.cursorOld"));
  }
  return place;
}
