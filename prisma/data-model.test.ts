import { expect, test } from "vitest";
import { pool } from "../server/db.ts";

/** Users and the links emailed to them belong to no workspace. The event log's readers read it across workspaces. */
const GLOBAL_TABLES = [
  "Account",
  "BuildFile",
  "EventCursor",
  "MailedLink",
  "RecoveryCode",
  "Session",
  "TwoFactor",
  "User",
  "Workspace",
  "_prisma_migrations",
];

/**
 * Columns that name a row of the same workspace without a foreign key. The log and its readers must not block the deletion of
 * the rows they name. The others record who did something.
 */
const WITHOUT_REFERENCE = [
  "AuditEntry.actorId",
  // Erasing a person deletes the segments that name them.
  "Broadcast.segmentId",
  "Conversation.externalConversationId",
  "Conversation.lastMessageId",
  "Event.assigneeId",
  "Event.clientId",
  "Event.convId",
  "Event.messageId",
  "Event.prevAssigneeId",
  "IdempotencyKey.callerId",
  "Invitation.acceptedById",
  "Invitation.invitedById",
  "MailNotice.letterId",
  "WebhookDelivery.convId",
];

async function names(sql: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(sql);
  return rows.map(({ name }) => name).sort();
}

test("every table but those of people is scoped by a key that begins with workspaceId", async () => {
  const scoped = `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspaceId'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
  const all = await names(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const tables = await names(scoped);
  expect(all.filter((name) => !tables.includes(name))).toEqual(GLOBAL_TABLES);

  const keys = await names(`select c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'p' and a.attname = 'workspaceId' and c.relnamespace = 'public'::regnamespace`);
  expect(keys).toEqual(tables);
});

test("a reference between two scoped tables carries the workspace, and cannot point into another", async () => {
  const loose = await names(`select c.relname || '.' || k.conname as name from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f'
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspaceId')
      and exists (select 1 from pg_attribute a where a.attrelid = f.oid and a.attname = 'workspaceId')
      and not exists (select 1 from generate_subscripts(k.conkey, 1) i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[i]
        join pg_attribute b on b.attrelid = f.oid and b.attnum = k.confkey[i]
        where a.attname = 'workspaceId' and b.attname = 'workspaceId')`);
  expect(loose).toEqual([]);
});

test("every id that a scoped table keeps of another row is a reference, but for the named ones", async () => {
  const unreferenced = await names(`select c.relname || '.' || a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname like '%Id' and a.attname <> 'workspaceId'
      and (a.atttypid = 'uuid'::regtype or a.attname in ('externalConversationId', 'callerId', 'actorId'))
      and exists (select 1 from pg_attribute w where w.attrelid = c.oid and w.attname = 'workspaceId')
      and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))`);
  expect(unreferenced).toEqual(WITHOUT_REFERENCE);
});
