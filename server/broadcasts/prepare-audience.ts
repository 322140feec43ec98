import type { PoolClient, QueryConfig } from "pg";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import type { Broadcast, Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { AUDIENCE_MS, audienceSql, type Audience } from "./audience.ts";
import type { LeftOutReason } from "./left-out.ts";

/** Recipients stored or removed per statement. A small batch keeps readers of the event log from waiting long. */
const BATCH = 2_000;

type Place = Pick<Broadcast, "workspaceId" | "id">;

/**
 * Runs `launch` while holding an advisory lock, so no other process prepares the audience of this broadcast. `process` is the database
 * process behind the connection. If the connection breaks, the lock is released and nothing more is stored. A launch that fails (null
 * or an error) leaves no recipients. If its process died, the next launch removes them.
 * @returns null also when another launch holds the lock.
 */
export async function whilePreparing(
  place: Place,
  launch: (connection: PoolClient, process: number) => Promise<Broadcast | null>,
): Promise<Broadcast | null> {
  const connection = await pool().connect();
  // Without a listener, a connection that breaks between two statements would end the process. The next statement fails anyway.
  const warn = ({ message }: Error) =>
    log.warn({ error: message, broadcastId: place.id }, "a launch lost its connection");
  connection.on("error", warn);
  try {
    const { rows } = await connection.query<{ isMine: boolean; process: number }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as "isMine", pg_backend_pid() as process`,
      [`launch ${place.workspaceId} ${place.id}`],
    );
    return rows[0]?.isMine ? await launchAlone(connection, place, rows[0].process, launch) : null;
  } finally {
    const isFree = connection.query("close all; select pg_advisory_unlock_all()");
    const isWhole = await isFree.then(
      () => true,
      () => false,
    );
    connection.off("error", warn);
    connection.release(!isWhole);
  }
}

async function launchAlone(
  connection: PoolClient,
  place: Place,
  process: number,
  launch: (connection: PoolClient, process: number) => Promise<Broadcast | null>,
): Promise<Broadcast | null> {
  await removeRecipients(connection, place);
  let launched: Broadcast | null = null;
  try {
    launched = await launch(connection, process);
  } finally {
    if (!launched) {
      await removeRecipients(connection, place).catch((error: unknown) => {
        log.warn({ error, broadcastId: place.id }, "recipients of a launch that failed stay until the next one");
      });
    }
  }
  return launched;
}

/** Whether that database process still holds the lock of whilePreparing. It takes no other advisory lock. */
export async function isPreparing({ db }: Ctx, process: number): Promise<boolean> {
  const locks = await db.$queryRaw<unknown[]>`
    select from pg_locks where locktype = 'advisory' and pid = ${process} and granted limit 1`;
  return locks.length > 0;
}

/**
 * Stores the recipients of a broadcast and counts the contacts left out. One statement reads all contacts, so the result is of one
 * moment. It writes nothing and does not hold up readers of the event log; the recipients are stored in batches. Until the launch,
 * no worker takes them and no list shows them.
 * @param error why nothing can be sent to any recipient; null when the recipients wait for their message.
 * @returns null when the broadcast is no longer in the given state.
 */
export async function prepareAudience(
  ctx: Ctx,
  connection: PoolClient,
  broadcast: Broadcast,
  integration: Integration,
  error: string | null,
): Promise<Audience | null> {
  const { workspaceId, id } = broadcast;
  const startedAt = Date.now();
  const { text, values } = await audienceSql(ctx, broadcast, integration);
  // A cursor with hold: the database keeps this one snapshot until the connection closes it.
  const read: QueryConfig & { query_timeout: number } = {
    text: `declare audience no scroll cursor with hold for select id, "leftOut" from (${text}) everybody`,
    values,
    query_timeout: AUDIENCE_MS,
  };
  await connection.query(read);
  const readMs = Date.now() - startedAt;
  const audience: Audience = { totalCount: 0, leftOut: {} };
  for (;;) {
    const { rows } = await connection.query<{ id: string; leftOut: LeftOutReason | null }>(
      `fetch forward ${BATCH} from audience`,
    );
    if (rows.length === 0) break;
    const recipients = rows.filter(({ leftOut }) => leftOut === null).map((row) => row.id);
    for (const { leftOut } of rows) if (leftOut) audience.leftOut[leftOut] = (audience.leftOut[leftOut] ?? 0) + 1;
    if (!(await storeRecipients(connection, broadcast, recipients, error))) return null;
    audience.totalCount += recipients.length;
  }
  log.info({ workspaceId, broadcastId: id, ...audience, readMs, ms: Date.now() - startedAt }, "audience stored");
  return audience;
}

/**
 * The lock on the broadcast prevents a change of its state until the batch is stored.
 * @returns false when it is in another state.
 */
async function storeRecipients(
  connection: PoolClient,
  { workspaceId, id, state }: Broadcast,
  recipients: string[],
  error: string | null,
): Promise<boolean> {
  if (recipients.length === 0) return true;
  const { rowCount } = await connection.query(
    `insert into "BroadcastRecipient" ("workspaceId", "broadcastId", "clientId", error)
      select b."workspaceId", b.id, c.id, $5 from (
        select "workspaceId", id from "Broadcast" where "workspaceId" = $1 and id = $2 and state = $3::"BroadcastState" for share
      ) b cross join unnest($4::uuid[]) c (id)`,
    [workspaceId, id, state, recipients, error],
  );
  return rowCount === recipients.length;
}

/**
 * Recipients of a broadcast that is in progress or over stay: another process may have sent it while this launch, whose lock is lost,
 * still runs.
 */
async function removeRecipients(connection: PoolClient, { workspaceId, id }: Place): Promise<void> {
  let removed: number | null;
  do {
    ({ rowCount: removed } = await connection.query(
      `with unsent as materialized (
        select id from "Broadcast" where "workspaceId" = $1 and id = $2 and state in ('draft', 'scheduled') for share
      )
      delete from "BroadcastRecipient" where "workspaceId" = $1 and "broadcastId" = $2 and exists (select from unsent)
        and "clientId" = any (array(
          select "clientId" from "BroadcastRecipient" where "workspaceId" = $1 and "broadcastId" = $2 limit ${BATCH}))`,
      [workspaceId, id],
    ));
  } while (removed);
}
