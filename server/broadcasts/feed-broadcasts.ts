import { NIL } from "uuid";
import { database } from "../db.ts";
import { PRIORITY } from "../inbox/queue-message.ts";
import { readTemplate } from "../inbox/send-template.ts";
import { sendToNextRecipient } from "./send-to-next-recipient.ts";
import type { Sending } from "./send-to-next-recipient.ts";

/** Messages of one broadcast per round, so that a large one keeps neither another one nor what is due waiting. */
const PER_ROUND = 100;
/** Messages of broadcasts that wait in a channel's queue: above it no round begins. Its rate is served, the queue stays short. */
const QUEUED_AT_MOST = 1_000;
/** Transactions at once, over all broadcasts and for one: the rest of the process needs connections too. */
const LANES = 6;
const LANES_PER_BROADCAST = 4;

type Feed = { sending: Sending; left: number };

/**
 * Makes messages for recipients who wait, of all broadcasts whose channel is active, side by side and in turns. Channels that are
 * switched off or in error keep theirs waiting: they go on when the channel does, or are cancelled.
 * @returns whether a broadcast had more to give than its round took.
 */
export async function feedBroadcasts(): Promise<boolean> {
  const feeds: Feed[] = [];
  for (const { workspaceId, id } of await findHungry()) {
    feeds.push({ sending: await readSending(workspaceId, id), left: PER_ROUND });
  }
  const turns = Array.from({ length: LANES_PER_BROADCAST }, () => feeds).flat();
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => workThrough(turns)));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
  return feeds.some(({ left }) => left === 0);
}

async function workThrough(turns: Feed[]): Promise<void> {
  for (let feed = turns.shift(); feed; feed = turns.shift()) {
    if (feed.left === 0) continue;
    feed.left -= 1;
    if (await sendToNextRecipient(feed.sending)) turns.push(feed);
    else feed.left += 1;
  }
}

type Hungry = { workspaceId: number; id: string };

function findHungry(): Promise<Hungry[]> {
  return database().$queryRaw<Hungry[]>`
    select b."workspaceId", b.id from "Broadcast" b
    join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
    join "Integration" i on i."workspaceId" = b."workspaceId" and i.id = b."integrationId" and i.state = 'active'
    where b.state = 'inProgress' and b."cancelledAt" is null
      and exists (
        select from "BroadcastRecipient" r where r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
          and r."messageId" is null and r.error is null)
      and ${QUEUED_AT_MOST} > (
        select count(*) from (
          select from "SendQueue" q where q."workspaceId" = b."workspaceId" and q."integrationId" = b."integrationId"
            and q.priority = ${PRIORITY.broadcast} limit ${QUEUED_AT_MOST}
        ) queued)
    order by b."startedAt"`;
}

async function readSending(workspaceId: number, id: string): Promise<Sending> {
  const { integration, ...broadcast } = await database().broadcast.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
    include: { integration: true },
  });
  return { workspaceId, broadcastId: id, integration, template: readTemplate(integration, broadcast), after: NIL };
}
