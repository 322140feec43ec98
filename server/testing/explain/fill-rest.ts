import type { World } from "../isolation/world.ts";
import type pg from "pg";

/** The owners of the rows: a world's own things, and twelve agents. */
export type Owners = { workspaceId: number; ids: World["ids"]; userId: string; agentIds: string[] };

/**
 * 20,000 messages of all times, each the first of a filled conversation, numbered. The rows of the other tables refer to them.
 */
const PICK = `
create temp table pick as
select n, "messageId", "convId", "clientId", "integrationId", seq, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as "agentId" from (
  select row_number() over (order by md5(m.id::text))::int as n, m.id as "messageId", m."convId", m."clientId", m."integrationId", m.seq
  from "Message" m where m."workspaceId" = $1 and m.seq = 1 and m.type <> 'note' and m."externalMessageId" ~ '^(in|out)-') of where n <= 20000`;

/** Ten seconds between two rows, so 20,000 rows cover a little more than two days. */
const AT = `now() - n * interval '10 seconds'`;
const ID = `gen_random_uuid()`;

/**
 * Rows for every growing table that bench/fill.ts leaves empty: enough that the planner chooses as in a large workspace, and in
 * the states that its indexes distinguish (most rows are finished). $1 is the workspace; other values by name, see `fillRest`.
 */
const ROWS: Record<string, string> = {
  ClientMerge: `("workspaceId", id, "clientId", "mergedIds", before, "createdBy", "createdAt")
    select $1, ${ID}, "clientId", '{}', '{}', 'SYSTEM', ${AT} from pick where n <= 3000`,
  Upload: `("workspaceId", id, "fileName", "contentType", purpose, "sizeBytes", "storedAt", "createdBy", "createdAt")
    select $1, ${ID}, md5(n::text), 'image/png', 'media', 1000, ${AT}, 'SYSTEM', ${AT} from pick where n <= 10000`,
  ImportJob: `("workspaceId", id, "fileName", "skipErrors", state, "createdBy", "createdAt", "completedAt")
    select $1, ${ID}, md5(n::text), false, 'completed', 'SYSTEM', ${AT}, ${AT} from pick where n <= 5000`,
  ImportJobRowError: `("workspaceId", "jobId", row, message)
    select $1, case when n <= 1000 then :importJob else ${ID} end, n + 10, 'wrong' from pick`,
  ConvSnooze: `("workspaceId", "convId", "agentId", until, "createdAt")
    select $1, "convId", "agentId", case when n % 2 = 0 then now() + n * interval '1 minute' end, ${AT} from pick where n <= 5000`,
  Draft: `("workspaceId", "convId", "agentId", mode, text, "patchedAt")
    select $1, "convId", "agentId", 'reply', 'words', ${AT} from pick where n <= 5000`,
  ScheduledMessage: `("workspaceId", id, "convId", "agentId", "userId", message, "sendAt", state, "sentMessageId", "createdAt")
    select $1, ${ID}, "convId", "agentId", :user, '{}', ${AT}, 'sent', "messageId", ${AT} from pick where n <= 10000`,
  NoteMention: `("workspaceId", "messageId", "convId", "agentId", "createdAt", "seenAt")
    select $1, "messageId", "convId", "agentId", ${AT}, ${AT} from pick where n <= 10000`,
  BulkAction: `("workspaceId", id, "userId", action, state, "createdAt", "completedAt")
    select $1, ${ID}, :user, '{"kind": "read"}', 'completed', ${AT}, ${AT} from pick where n <= 5000`,
  BulkActionItem: `("workspaceId", "bulkId", "convId", "doneAt")
    select $1, case when n <= 10000 then :bulkAction else ${ID} end, "convId", ${AT} from pick`,
  MessageVersion: `("workspaceId", "messageId", "versionNo", content, "replacedAt")
    select $1, "messageId", 1, 'before', ${AT} from pick where n <= 10000`,
  MessageReaction: `("workspaceId", "messageId", "isAgent", emoji, at, "settledAt")
    select $1, "messageId", n % 2 = 0, '👍', ${AT}, ${AT} from pick where n <= 10000`,
  MediaCopy: `("workspaceId", "uploadId", "integrationId", "messageId", source, "attemptNo", "nextAttemptAt", "lostAt", "createdAt")
    select $1, ${ID}, "integrationId", "messageId", '{}', 3, ${AT}, ${AT}, ${AT} from pick where n <= 10000`,
  ProviderCall: `("workspaceId", id, "integrationId", body, "receivedAt", "doneAt", "nextAttemptAt")
    select $1, ${ID}, "integrationId", 'body', ${AT}, ${AT}, ${AT} from pick`,
  SendQueue: `("workspaceId", "messageId", "integrationId", "convId", seq, priority, "nextAttemptAt", "giveUpAt", "createdAt")
    select $1, "messageId", "integrationId", "convId", seq, 2, now() + interval '1 hour', now() + interval '1 day', ${AT}
    from pick where n <= 5000`,
  SendAttempt: `("workspaceId", "messageId", "attemptNo", "startedAt", "endedAt", outcome)
    select $1, "messageId", 1, ${AT}, ${AT}, 'accepted' from pick`,
  ParkedStatus: `("workspaceId", id, "integrationId", "externalMessageId", status, "createdAt")
    select $1, ${ID}, "integrationId", md5(n::text), 'read', ${AT} from pick where n <= 8000`,
  ToldName: `("workspaceId", scope, "externalId", "clientId", "createdAt")
    select $1, 'bsuid', 'NO.' || md5(n::text), "clientId", ${AT} from pick where n <= 10000`,
  Broadcast: `("workspaceId", id, name, "integrationId", state, "templateName", "totalCount", "createdBy", "startedAt", "completedAt", "createdAt")
    select $1, ${ID}, 'Autumn ' || n, "integrationId", 'completed', 'hello', 1, 'SYSTEM', ${AT}, ${AT}, ${AT} from pick where n <= 2000`,
  BroadcastRecipient: `("workspaceId", "broadcastId", "clientId", "messageId")
    select distinct on ("clientId") $1::int, :broadcast, "clientId", "messageId" from pick where n <= 10000`,
  Event: `("workspaceId", id, name, payload, "convId", "clientId", "messageId", "createdAt")
    select $1, ${ID}, 'INCOMING_MESSAGE', '{}', "convId", "clientId", "messageId", ${AT} from pick`,
  WebhookDelivery: `("workspaceId", id, "webhookId", "eventId", "eventSeq", "convId", state, attempts, "nextAttemptAt", "createdAt", "deliveredAt")
    select $1, ${ID}, :webhook, e.id, e.seq, e."convId", case when e.seq % 50 = 0 then 'failed' else 'delivered' end::"DeliveryState", 1,
      null, e."createdAt", e."createdAt" from "Event" e where e."workspaceId" = $1 and not e."isTest" and e.name = 'INCOMING_MESSAGE'`,
  WebhookAttempt: `("workspaceId", "deliveryId", "attemptNo", "startedAt", "durationMs", "responseStatus")
    select $1, d.id, 1, d."createdAt", 10, 200 from "WebhookDelivery" d where d."workspaceId" = $1 and d.attempts > 0`,
  KnowledgePage: `("workspaceId", id, "sourceId", url, title, "contentHash", "fetchedAt")
    select $1, ${ID}, :aiSource, 'http://127.0.0.1/' || n, 'Page', 'x', ${AT} from pick where n <= 3000`,
  KnowledgePassage: `("workspaceId", id, "sourceId", position, content, search)
    select $1, ${ID}, case when n % 10 = 0 then :aiSource else ${ID} end, n + 100, 'Word' || n || ' of passages',
      to_tsvector('simple', 'Word' || n || ' of passages') from pick where n <= 10000`,
  AssistantTurn: `("workspaceId", "convId", "aiId", "ownerVersion", "nextAttemptAt")
    select $1, "convId", :assistant, 0, now() + interval '1 hour' from pick where n <= 300`,
  AssistantAnswer: `("workspaceId", id, "aiId", "versionNumber", "convId", "clientMessageId", outcome, "isUnanswered", "durationMs", details, "createdAt")
    select $1, ${ID}, :assistant, 1, "convId", "messageId", (case n % 9 when 0 then 'handedOver' else 'answered' end)::"AnswerOutcome", n % 50 = 0, 10, '{}', ${AT} from pick`,
  PlaygroundChat: `("workspaceId", "convId", "aiId", phone, "createdBy", "createdAt")
    select $1, "convId", :assistant, '+48601234567', 'SYSTEM', ${AT} from pick where n > 15000`,
  EvalRun: `("workspaceId", id, "aiId", "versionNumber", "propertiesHash", "knowledgeHash", total, passed, state, "createdBy", "createdAt", "endedAt")
    select $1, ${ID}, :assistant, n % 9, 'p', 'k', 10, 5, 'completed', 'SYSTEM', ${AT}, ${AT} from pick where n <= 3000`,
  EvalResult: `("workspaceId", "runId", "questionId", question, history, expects, passed, "askedAt")
    select $1, ${ID}, :evalQuestion, 'Why?', '[]', '{}', n % 2 = 0, ${AT} from pick where n <= 10000`,
  CreditEntry: `("workspaceId", id, delta, kind, "messageId", "createdBy", "createdAt")
    select $1, ${ID}, -1, 'reserve', "messageId", 'SYSTEM', ${AT} from pick where n <= 10000`,
  IdempotencyKey: `("workspaceId", "callerId", key, "requestHash", response, "createdAt")
    select $1, 'caller', md5(n::text), 'x', '{}', ${AT} from pick where n <= 9000`,
  AuditEntry: `("workspaceId", id, "actorKind", "actorId", action, "targetId", "createdAt")
    select $1, ${ID}, 'user', :user, 'webhook.patch', "messageId", ${AT} from pick`,
  MailNotice: `("workspaceId", id, "userId", event, "convId", "messageId", at, "settledAt")
    select $1, ${ID}, :user, 'mention', "convId", "messageId", ${AT}, ${AT} from pick where n <= 10000`,
  MailedLink: `(id, kind, email, locale, "tokenHash", "expiresAt", "mailedAt", "createdAt")
    select ${ID}, 'resetPassword', md5(n::text) || '@example.com', 'en', sha256(n::text::bytea), ${AT}, ${AT}, ${AT}
      from pick where n <= 5000`,
  Session: `(id, "userId", "createdAt", "lastSeenAt", "expiresAt")
    select ${ID}, ${ID}, ${AT}, ${AT}, now() + interval '30 days' from pick where n <= 10000`,
  Invitation: `("workspaceId", id, email, role, "tokenHash", "invitedById", "expiresAt", "acceptedAt", "createdAt")
    select $1, ${ID}, md5(n::text) || '@example.com', 'AGENT', sha256(n::text::bytea), :user, ${AT}, ${AT},
      ${AT} - interval '1 day' from pick where n <= 5000`,
};

/** Fills the tables in one transaction without triggers and foreign key checks per row. Every row refers to an existing one. */
export async function fillRest(client: pg.Client, { workspaceId, ids, userId, agentIds }: Owners): Promise<void> {
  const named: Record<string, string> = { ...ids, user: userId };
  await client.query("begin; set local session_replication_role = replica");
  await client.query(PICK, [workspaceId, agentIds]);
  for (const [table, rows] of Object.entries(ROWS)) {
    const own = rows.replaceAll(/ :(\w+)/g, (_, name: string) =>
      name === "user" && table === "AuditEntry" ? ` '${userId}'` : ` '${named[name] ?? ""}'::uuid`,
    );
    await client.query(`insert into "${table}" ${own.replaceAll("$1", String(workspaceId))}`);
  }
  // Features of only a few conversations and messages: an assistant, a rating, a source, an old broadcast.
  await client.query(
    `update "Conversation" c set "aiId" = case when n <= 200 then $2::uuid end, rating = 1 + n % 5, "ratedAt" = c."lastMessageAt"
     from pick where c."workspaceId" = $1 and c.id = pick."convId" and n <= 4000`,
    [workspaceId, ids.assistant],
  );
  await client.query(
    `update "Message" m set "sourceType" = 'ad' from pick where m."workspaceId" = $1 and m.id = pick."messageId" and n <= 2000`,
    [workspaceId],
  );
  const old = `select c.id from "Conversation" c where c."workspaceId" = $1 order by c."activityAt" limit 1000`;
  await client.query(`update "Conversation" set "broadcastId" = $2::uuid where "workspaceId" = $1 and id in (${old})`, [
    workspaceId,
    ids.broadcast,
  ]);
  await client.query(
    `update "Message" set "broadcastId" = $2::uuid where "workspaceId" = $1 and seq = 1 and "convId" in (${old})`,
    [workspaceId, ids.broadcast],
  );
  await client.query("commit");
}
