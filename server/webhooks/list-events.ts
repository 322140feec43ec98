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

/** One event; `id` is the webhook-id that webhooks get for it. */
export type EventRecord = Pick<ToldEvent, "id" | "payload" | "createdAt"> & { event: ToldEvent["name"] };

/** `endCursor` is set even when `nodes` is empty, so a reader can continue from it. */
export type EventPage = { nodes: EventRecord[]; pageInfo: { endCursor: string; hasNextPage: boolean } };

export type EventsInput = { after?: string | null; first?: number | null };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Events are pruned after 31 days. A cursor younger than this has certainly lost no events after it. */
const KEPT_MS = 30 * DAY_MS;
/** A reader who starts at the oldest event gets this long to continue. Events pruned meanwhile were already past their 30 days. */
const GRACE_MS = DAY_MS;

/**
 * The workspace's events after a cursor, oldest first, in the order of the log. They are the events that an ANY_EVENT webhook gets, for
 * systems that cannot be called. Without `after`, it starts at the oldest stored event. An event that commits late comes after all
 * cursors handed out before, so no reader misses it.
 * @throws AppError BAD_INPUT for a cursor that does not belong to this log, or is older than events are kept.
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
      // A page that is not full has reached the end of the log. Its cursor gets the end's time, so it does not expire in a quiet
      // workspace.
      endCursor: last
        ? cursorOf(last, later(last.createdAt, new Date(endAt.getTime() - KEPT_MS + GRACE_MS)))
        : cursorOf(isAfter(after, end) ? after : end, endAt),
    },
  };
});

/** Encodes a position and the time of the log there. Later events are kept at least as long as that time is recent enough. */
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
