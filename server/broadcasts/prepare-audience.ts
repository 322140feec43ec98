import type { PoolClient, QueryConfig } from "pg";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import type { Broadcast, Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { AUDIENCE_MS, audienceSql, type Audience } from "./audience.ts";
import type { LeftOutReason } from "./left-out.ts";

/** Recipients stored, or removed, in one statement: few enough that no reader of the event log waits long for it. */
const BATCH = 2_000;

type Place = Pick<Broadcast, "workspaceId" | "id">;

/**
 * Runs `launch` while no other one can, in any process, prepare the audience of this broadcast: on a connection that alone holds the
 * lock, `process` being the database's process behind it. With the connection the lock goes, and nothing more is stored. Of a launch
 * that does not come about (null, or thrown) no recipients stay; those of one whose process died are removed by the next.
 * @returns null too when another one is at it.
 */
export async function whilePreparing(
  place: Place,
  launch: (connection: PoolClient, process: number) => Promise<Broadcast | null>,
): Promise<Broadcast | null> {
  const connection = await pool().connect();
  // Without a listener a connection that breaks between two statements would end the process. Its next statement fails anyway.
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

/** Whether that process of the database still holds the lock of whilePreparing: it takes no other. */
export async function isPreparing({ db }: Ctx, process: number): Promise<boolean> {
  const locks = await db.$queryRaw<unknown[]>`
    select from pg_locks where locktype = 'advisory' and pid = ${process} and granted limit 1`;
  return locks.length > 0;
}

/**
 * Stores whom a broadcast goes to, and counts whom not: everybody is read by one statement, so of one moment, which writes nothing
 * and holds back no reader of the event log, and stored in batches. Nobody takes up recipients, or is shown them, before the launch.
 * @param error why nothing can be sent to any of them; null when they wait for their message.
 * @returns null when the broadcast is no longer in the state that it was given in.
 */
export async function prepareAudience(
  connection: PoolClient,
  broadcast: Broadcast,
  integration: Integration,
  error: string | null,
): Promise<Audience | null> {
  const { workspaceId, id } = broadcast;
  const startedAt = Date.now();
  const { text, values } = audienceSql(workspaceId, broadcast, integration);
  // Held by the database, as one statement made it, until the connection closes it.
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
 * The lock on the broadcast keeps its state as it is until the batch is stored.
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

/** Those of a broadcast under way, or over, stay: no one may have sent that off while a launch that lost its lock goes on. */
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
