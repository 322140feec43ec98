import type { Pool } from "pg";
import type { Recorder } from "./history.ts";
import type { State, Table } from "./records.ts";

/** The columns of each table that the checker needs. `$1` is the workspace. Bigints and times come as text. */
const QUERIES: { [T in Table]: string } = {
  message: `select id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", status, error, "externalMessageId",
    "broadcastId", "createdAt" from "Message" where "workspaceId" = $1 order by "createdAt", id`,
  conversation: `select id, "clientId", "integrationId", "externalConversationId", ended, "createdAt" from "Conversation"
    where "workspaceId" = $1 order by "createdAt", id`,
  client: `select id, "externalClientId", "createdAt" from "Client" where "workspaceId" = $1 order by "createdAt", id`,
  broadcast: `select id, name, state, "totalCount", error from "Broadcast" where "workspaceId" = $1 order by "createdAt", id`,
  broadcastRecipient: `select "broadcastId", "clientId", "messageId", error from "BroadcastRecipient" where "workspaceId" = $1`,
  event: `select id, txid::text, seq::text, name, payload ->> 'status' as status, "convId", "clientId", "messageId", "createdAt"
    from "Event" where "workspaceId" = $1 and not "isTest" order by txid, seq`,
  webhookDelivery: `select id, "webhookId", "eventId", "eventSeq"::text, "convId", state, attempts,
    extract(epoch from "nextAttemptAt" - now())::float as "waitsSeconds" from "WebhookDelivery" where "workspaceId" = $1`,
  sendQueue: `select "messageId", "convId" from "SendQueue" where "workspaceId" = $1`,
  sendAttempt: `select "messageId", "attemptNo", outcome, "responseStatus" from "SendAttempt" where "workspaceId" = $1
    order by "messageId", "attemptNo"`,
};

/**
 * Records the database's content at the end of a run, from one snapshot. `database` is the rig's direct connection, which no
 * fault affects.
 */
export async function recordState(history: Recorder, database: Pool, workspaceId: number): Promise<void> {
  const client = await database.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    for (const table of Object.keys(QUERIES) as Table[]) {
      const { rows } = await client.query<State[Table]>(QUERIES[table], [workspaceId]);
      // Through JSON, so that rows look as in a stored history: times become ISO texts.
      for (const row of rows) history.row(table, JSON.parse(JSON.stringify(row)) as State[Table]);
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}
