import { database, inTransaction } from "../db.ts";
import { windDownCancelled } from "./cancel-broadcast.ts";
import { finishBroadcasts } from "./finish-broadcast.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { emit } from "../events/emit.ts";
import { NIL } from "uuid";
import { channelOf } from "../channels/registry.ts";
import { IntegrationType as INTEGRATION_TYPES } from "../generated/prisma/enums.ts";
import { shapeTemplate } from "../messages/send-template.ts";
import { TAKES_TEMPLATES } from "../integrations/account-stops.ts";
import { log } from "../log.ts";
import { sendToRecipients, type Sending } from "./send-to-recipients.ts";

/**
 * Runs one round for the broadcasts in progress. All state is in the database, so any worker can continue after another one died, and
 * several workers share the load.
 * @returns whether there is more to do right away.
 */
export async function runBroadcasts(): Promise<boolean> {
  const [row] = await database().$queryRaw<{ isOne: boolean }[]>`
    select exists (select from "Broadcast" where state = 'inProgress') as "isOne"`;
  if (!row?.isOne) return false;
  const isBehind = await feedBroadcasts();
  await windDownCancelled();
  await finishBroadcasts();
  await notifyProgress();
  return isBehind;
}

const PERIOD_MS = 1_000;

/** The queue of each broadcast in progress when this worker last looked. */
let seen = new Map<string, string>();
let lookedAt = 0;

type Running = { workspaceId: number; id: string; queue: string };

/**
 * Notifies the portal that broadcasts have made progress: messages were made or handed to their channel. It sends about one event per
 * second and workspace, however many workers run. Call it often; it queries the short send queue at most once a second.
 */
export async function notifyProgress(): Promise<void> {
  if (Date.now() < lookedAt + PERIOD_MS) return;
  lookedAt = Date.now();
  const running = await database().$queryRaw<Running[]>`
    select b."workspaceId", b.id, concat(q.count, ' ', q.newest) as queue from "Broadcast" b
    cross join lateral (
      select count(*) as count, max(q."createdAt") as newest from "SendQueue" q
      where q."workspaceId" = b."workspaceId" and q."broadcastId" = b.id) q
    where b.state = 'inProgress'`;
  const moved = running.filter(({ id, queue }) => seen.has(id) && seen.get(id) !== queue);
  seen = new Map(running.map(({ id, queue }) => [id, queue]));
  for (const workspaceId of new Set(moved.map((each) => each.workspaceId))) await notify(workspaceId);
}

async function notify(workspaceId: number): Promise<void> {
  await inTransaction(systemCtx(workspaceId, "run-broadcasts"), async (tx) => {
    // Another worker may already have sent the event.
    const told = await tx.db.$queryRaw<unknown[]>`
      select from "Event" where "workspaceId" = ${workspaceId} and "createdAt" > now() - interval '0.9 seconds'
        and name = 'BROADCAST_CHANGED' limit 1`;
    if (told.length === 0) await emit(tx, { name: "BROADCAST_CHANGED" });
  });
}

/**
 * Messages made per transaction. A small set keeps agents and readers of the event log from waiting. Each channel has one transaction
 * at a time. A channel that sends more than 500 messages a second makes as many as it sends in a tenth of a second.
 */
const LEAST_SET = 50;
const SETS_PER_SECOND = 10;
/**
 * A channel's queue holds at most the untried messages of this many seconds. It is refilled once it has room for one second's messages,
 * so it never runs empty between two rounds and stays short.
 */
const QUEUED_SECONDS = 5;
/** Warn about retries only above this multiple of the queue limit, because any large broadcast has some for hours. */
const RETRIED_AT_MOST = 10;
/** A round ends after this time, in milliseconds, so newly launched or cancelled broadcasts do not wait. */
const ROUND_MS = 1_000;
/** Parallel transactions. The rest of the process needs connections too. */
const LANES = 3;

type Feed = { sending: Sending; room: number; set: number };

/**
 * Where this worker's next round continues, by broadcast; only a hint. If each round started at the first recipient, failing or locked
 * recipients could block the ones after them.
 */
let places = new Map<string, string>();

/**
 * Makes messages for the waiting recipients of all broadcasts on active channels. Channels run in parallel; the broadcasts of one channel
 * take turns. Recipients on a channel that is disabled, fails, or may send no templates wait until it may, or the broadcast is
 * cancelled.
 * @returns whether a broadcast had more recipients than the round had time for.
 */
export async function feedBroadcasts(): Promise<boolean> {
  const endsAt = Date.now() + ROUND_MS;
  const feeds: Feed[] = [];
  for (const { workspaceId, id, room, rate } of await findHungry()) {
    try {
      const set = Math.max(LEAST_SET, Math.ceil(rate / SETS_PER_SECOND));
      feeds.push({ sending: await readSending(workspaceId, id, places.get(id) ?? NIL), room, set });
    } catch (error) {
      // A broadcast that cannot be read must not block the others.
      log.error({ error, workspaceId, broadcastId: id }, "a broadcast could not be read; it is tried again");
    }
  }
  const channels = [...Map.groupBy(feeds, ({ sending }) => sending.integration.id).values()];
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => workThrough(channels, endsAt)));
  places = new Map(feeds.map(({ sending }) => [sending.broadcastId, sending.after]));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
  return channels.length > 0;
}

async function workThrough(channels: Feed[][], endsAt: number): Promise<void> {
  while (Date.now() < endsAt) {
    const channel = channels.shift();
    const feed = channel?.shift();
    if (!channel || !feed) return;
    const wanted = Math.min(feed.set, feed.room);
    const taken = await sendToRecipients(feed.sending, wanted);
    feed.room -= taken;
    // The end of the list is reached. The next round starts again at the first recipient, to find the skipped ones.
    if (taken < wanted) feed.sending.after = NIL;
    else if (feed.room > 0) channel.push(feed);
    if (channel.length > 0) channels.push(channel);
  }
}

type Hungry = { workspaceId: number; id: string; room: number; rate: number };

/** The broadcasts whose channel has room in its queue, oldest first. Broadcasts on one channel share the room. */
function findHungry(): Promise<Hungry[]> {
  const rates = Object.fromEntries(
    Object.values(INTEGRATION_TYPES).map((type) => [type, channelOf(type).ratePerSecond]),
  );
  return database().$queryRaw<Hungry[]>`
    with running as materialized (
      select b."workspaceId", b.id, b."integrationId", b."startedAt",
        coalesce(i."ratePerSecond", (${JSON.stringify(rates)}::jsonb ->> i.type::text)::float) as rate
      from "Broadcast" b
      join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
      join "Integration" i on i."workspaceId" = b."workspaceId" and i.id = b."integrationId" and i.state = 'active'
        and ${TAKES_TEMPLATES}
      where b.state = 'inProgress' and b."cancelledAt" is null
        and exists (
          select from "BroadcastRecipient" r where r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
            and r."messageId" is null and r.error is null)
    ), channel as (
      select "workspaceId", "integrationId", count(*) as broadcasts, max(rate) as rate,
        greatest(1, ceil(max(rate) * ${QUEUED_SECONDS}))::int as most
      from running group by 1, 2
    ), queued as (
      select c.*, q.untried, q.total from channel c cross join lateral (
        select count(*) filter (where "attemptNo" = 0) as untried, count(*) as total from (
          select q."attemptNo" from "SendQueue" q
          where q."workspaceId" = c."workspaceId" and q."integrationId" = c."integrationId" and q."broadcastId" is not null
          limit c.most * ${RETRIED_AT_MOST}) q) q
    )
    select r."workspaceId", r.id, ceil((q.most - q.untried)::float / q.broadcasts)::int as room, r.rate
    from running r join queued q using ("workspaceId", "integrationId")
    where q.untried <= greatest(0, q.most - q.rate) and q.total < q.most * ${RETRIED_AT_MOST}
    order by r."startedAt"`;
}

async function readSending(workspaceId: number, id: string, after: string): Promise<Sending> {
  const { integration, ...broadcast } = await database().broadcast.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    include: { integration: true },
  });
  return { workspaceId, broadcastId: id, integration, template: shapeTemplate(broadcast), after };
}
