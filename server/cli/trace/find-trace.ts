import type pg from "pg";
import { validate as isUuid, version } from "uuid";

/** One attempt: its time and its result. */
type Try = { no: number; at: Date; outcome: string; status: number | null; ms: number | null; error: string | null };

export type TracedMessage = {
  workspaceId: number;
  id: string;
  convId: string;
  channel: string;
  isAgent: boolean;
  status: string;
  createdAt: Date;
  attempts: Try[];
};

export type TracedDelivery = { host: string; state: string; attempts: Try[] };

export type TracedEvent = {
  workspaceId: number;
  /** Subscribers know the event by this id too. */
  webhookId: string;
  name: string;
  at: Date;
  messageId: string | null;
  requestId: string | null;
  deliveries: TracedDelivery[];
};

export type TracedCall = {
  workspaceId: number;
  id: string;
  receivedAt: Date;
  doneAt: Date | null;
  requestId: string | null;
  error: string | null;
};

/** The trace of an id. It contains no message text and no addresses except a subscriber's host. */
export type Found = { messages: TracedMessage[]; events: TracedEvent[]; calls: TracedCall[] };

/** Limit per kind. The first ones are kept. */
const MOST = 500;
/** In milliseconds: how far the clocks of two machines may differ. Events of a message or a request are not older than it. */
const CLOCKS_MS = 60_000;

/**
 * Everything related to a message, a request or a webhook-id (`msg_…`): the provider's call that brought it, the message, its
 * attempts, its events, and the subscribers' responses. Our own request ids contain their time, so only later events are
 * searched. For a caller's own id, all stored events are searched.
 */
export async function findTrace(db: pg.Client, id: string): Promise<Found> {
  const { rows: workspaces } = await db.query<{ id: number }>(`select id from "Workspace"`);
  const all = workspaces.map((workspace) => workspace.id);
  const eventId = id.startsWith("msg_") ? id.slice("msg_".length) : null;
  const own = isUuid(id) ? await messagesOf(db, all, [id]) : [];
  const [message] = own;
  const seen =
    message || eventId !== null
      ? await eventsOf(db, message ? [message.workspaceId] : all, {
          ...(message ? { messageId: message.id, since: since(message.createdAt) } : {}),
          ...(eventId !== null && isUuid(eventId) ? { eventId } : {}),
        })
      : [];
  // What else the same requests led to: the call that brought the message, the conversation it opened.
  const requestIds = message || eventId !== null ? idsOf(seen) : [id];
  const events = [
    ...seen,
    ...(await requestEvents(db, all, requestIds)).filter(
      (one) => !seen.some(({ webhookId }) => webhookId === one.webhookId),
    ),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const others = events.flatMap(({ messageId }) => messageId ?? []).filter((one) => one !== message?.id);
  const messages = [...own, ...(await messagesOf(db, all, [...new Set(others)]))];
  const calls = await callsOf(db, all, requestIds);
  return { messages: await withAttempts(db, messages), events: await withDeliveries(db, events), calls };
}

const since = (time: Date) => new Date(time.getTime() - CLOCKS_MS);

function idsOf(events: readonly TracedEvent[]): string[] {
  return [...new Set(events.flatMap(({ requestId }) => requestId ?? []))];
}

/** When one of our ids was made; null for an id without a time. */
function timeOf(id: string): Date | null {
  return isUuid(id) && version(id) === 7 ? new Date(parseInt(id.replaceAll("-", "").slice(0, 12), 16)) : null;
}

function earliest(ids: readonly string[]): Date {
  const times = ids.map(timeOf);
  const known = times.flatMap((time) => time ?? []);
  if (known.length < ids.length || known.length === 0) return new Date(0);
  return since(new Date(Math.min(...known.map((time) => time.getTime()))));
}

async function requestEvents(db: pg.Client, workspaceIds: number[], requestIds: string[]): Promise<TracedEvent[]> {
  return requestIds.length === 0 ? [] : eventsOf(db, workspaceIds, { requestIds, since: earliest(requestIds) });
}

type Wanted = { messageId?: string; eventId?: string; requestIds?: string[]; since?: Date };

async function eventsOf(db: pg.Client, workspaceIds: number[], wanted: Wanted): Promise<TracedEvent[]> {
  const { rows } = await db.query<Omit<TracedEvent, "deliveries">>(
    `select "workspaceId", 'msg_' || id as "webhookId", name, "createdAt" as at, "messageId", ${REQUEST_ID} as "requestId"
    from "Event" where "workspaceId" = any($1::int[]) and "createdAt" >= $2
      and ("messageId" = $3::uuid or id = $4::uuid or ${REQUEST_ID} = any($5::text[]))
    order by seq limit ${MOST}`,
    [
      workspaceIds,
      wanted.since ?? new Date(0),
      wanted.messageId ?? null,
      wanted.eventId ?? null,
      wanted.requestIds ?? null,
    ],
  );
  return rows.map((row) => ({ ...row, deliveries: [] }));
}

const REQUEST_ID = `nullif(split_part(trail, ' ', 1), '-')`;

async function callsOf(db: pg.Client, workspaceIds: number[], requestIds: string[]): Promise<TracedCall[]> {
  if (requestIds.length === 0) return [];
  const { rows } = await db.query<TracedCall>(
    `select "workspaceId", id, "receivedAt", "doneAt", ${REQUEST_ID} as "requestId", error from "ProviderCall"
    where "workspaceId" = any($1::int[]) and "receivedAt" >= $2 and ${REQUEST_ID} = any($3::text[])
    order by "receivedAt" limit ${MOST}`,
    [workspaceIds, earliest(requestIds), requestIds],
  );
  return rows;
}

async function messagesOf(db: pg.Client, workspaceIds: number[], ids: string[]): Promise<TracedMessage[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<Omit<TracedMessage, "attempts">>(
    `select m."workspaceId", m.id, m."convId", i.type as channel, m."isAgent", m.status, m."createdAt"
    from "Message" m join "Integration" i on i."workspaceId" = m."workspaceId" and i.id = m."integrationId"
    where m."workspaceId" = any($1::int[]) and m.id = any($2::uuid[]) order by m."createdAt" limit ${MOST}`,
    [workspaceIds, ids],
  );
  return rows.map((row) => ({ ...row, attempts: [] }));
}

async function withAttempts(db: pg.Client, messages: TracedMessage[]): Promise<TracedMessage[]> {
  const { rows } = await db.query<Try & { messageId: string }>(
    `select a."messageId", a."attemptNo" as no, a."startedAt" as at, coalesce(a.outcome, 'under way') as outcome,
      a."responseStatus" as status, (extract(epoch from a."endedAt" - a."startedAt") * 1000)::int as ms, a.error
    from unnest($1::int[], $2::uuid[]) as of("workspaceId", id)
    join "SendAttempt" a on a."workspaceId" = of."workspaceId" and a."messageId" = of.id order by a."attemptNo"`,
    [messages.map(({ workspaceId }) => workspaceId), messages.map(({ id }) => id)],
  );
  return messages.map((message) => ({
    ...message,
    attempts: rows.filter(({ messageId }) => messageId === message.id).map(({ messageId: _, ...one }) => one),
  }));
}

type DeliveryRow = { workspaceId: number; eventId: string; id: string; url: string; state: string };

async function withDeliveries(db: pg.Client, events: TracedEvent[]): Promise<TracedEvent[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select d."workspaceId", d."eventId", d.id, w.url, d.state
    from unnest($1::int[], $2::uuid[]) as of("workspaceId", id)
    join "WebhookDelivery" d on d."workspaceId" = of."workspaceId" and d."eventId" = of.id
    join "Webhook" w on w."workspaceId" = d."workspaceId" and w.id = d."webhookId" order by d.id`,
    [events.map(({ workspaceId }) => workspaceId), events.map(({ webhookId }) => webhookId.slice("msg_".length))],
  );
  const { rows: tries } = await db.query<Try & { deliveryId: string }>(
    `select a."deliveryId", a."attemptNo" as no, a."startedAt" as at,
      case when a.error is null then 'delivered' else 'failed' end as outcome, a."responseStatus" as status, a."durationMs" as ms, a.error
    from unnest($1::int[], $2::uuid[]) as of("workspaceId", id)
    join "WebhookAttempt" a on a."workspaceId" = of."workspaceId" and a."deliveryId" = of.id order by a."attemptNo"`,
    [rows.map(({ workspaceId }) => workspaceId), rows.map(({ id }) => id)],
  );
  return events.map((event) => ({
    ...event,
    deliveries: rows
      .filter(({ eventId }) => `msg_${eventId}` === event.webhookId)
      .map(({ id, url, state }) => ({
        host: new URL(url).host,
        state,
        attempts: tries.filter(({ deliveryId }) => deliveryId === id).map(({ deliveryId: _, ...one }) => one),
      })),
  }));
}
