-- CreateEnum
CREATE TYPE "ComposerMode" AS ENUM ('reply', 'note');

-- CreateEnum
CREATE TYPE "ScheduledState" AS ENUM ('waiting', 'sent', 'cancelled', 'failed');

-- CreateEnum
CREATE TYPE "BulkState" AS ENUM ('queued', 'running', 'completed', 'cancelled', 'failed');

-- DropIndex
DROP INDEX "Conversation_workspaceId_lastMessageAt_id_idx";

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "preferences" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "snoozedAt" TIMESTAMPTZ(3),
ADD COLUMN     "snoozedBy" TEXT,
ADD COLUMN     "snoozedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "wokeAt" TIMESTAMPTZ(3),
ADD COLUMN     "waitingSince" TIMESTAMPTZ(3);
alter table "Conversation" add column "activityAt" timestamptz(3) not null
  generated always as (greatest("lastMessageAt", "wokeAt")) stored;

-- CreateTable
CREATE TABLE "ClientMerge" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "clientId" UUID NOT NULL,
    "mergedIds" UUID[],
    "before" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "ClientMerge_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ConvRead" (
    "workspaceId" INTEGER NOT NULL,
    "convId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "lastReadSeq" INTEGER NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConvRead_pkey" PRIMARY KEY ("workspaceId","convId","agentId")
);

-- CreateTable
CREATE TABLE "ConvSnooze" (
    "workspaceId" INTEGER NOT NULL,
    "convId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "until" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConvSnooze_pkey" PRIMARY KEY ("workspaceId","convId","agentId")
);

-- CreateTable
CREATE TABLE "Draft" (
    "workspaceId" INTEGER NOT NULL,
    "convId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "mode" "ComposerMode" NOT NULL,
    "text" TEXT NOT NULL,
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "replyToMessageId" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "patchedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Draft_pkey" PRIMARY KEY ("workspaceId","agentId","convId","mode")
);

-- CreateTable
CREATE TABLE "ScheduledMessage" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "message" JSONB NOT NULL,
    "sendAt" TIMESTAMPTZ(3) NOT NULL,
    "isUndoable" BOOLEAN NOT NULL DEFAULT false,
    "state" "ScheduledState" NOT NULL DEFAULT 'waiting',
    "error" TEXT,
    "sentMessageId" UUID,
    "attemptNo" INTEGER NOT NULL DEFAULT 0,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ScheduledMessage_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "NoteMention" (
    "workspaceId" INTEGER NOT NULL,
    "messageId" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ(3),

    CONSTRAINT "NoteMention_pkey" PRIMARY KEY ("workspaceId","messageId","agentId")
);

-- CreateTable
CREATE TABLE "CannedReply" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "shortcut" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "actions" JSONB NOT NULL DEFAULT '[]',
    "channelTypes" "IntegrationType"[],
    "ownerId" UUID,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "patchedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CannedReply_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "SavedView" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "icon" TEXT,
    "query" TEXT NOT NULL,
    "sort" TEXT,
    "ownerId" UUID,
    "position" INTEGER NOT NULL DEFAULT 0,
    "isCounted" BOOLEAN NOT NULL DEFAULT true,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "BulkAction" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "action" JSONB NOT NULL,
    "filter" JSONB,
    "state" "BulkState" NOT NULL DEFAULT 'queued',
    "totalCount" INTEGER NOT NULL DEFAULT 0,
    "doneCount" INTEGER NOT NULL DEFAULT 0,
    "failedCount" INTEGER NOT NULL DEFAULT 0,
    "undoOfId" UUID,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "BulkAction_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "BulkActionItem" (
    "workspaceId" INTEGER NOT NULL,
    "bulkId" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "before" JSONB,
    "error" TEXT,
    "doneAt" TIMESTAMPTZ(3),

    CONSTRAINT "BulkActionItem_pkey" PRIMARY KEY ("workspaceId","bulkId","convId")
);

-- CreateIndex
CREATE INDEX "ClientMerge_workspaceId_clientId_createdAt_idx" ON "ClientMerge"("workspaceId", "clientId", "createdAt");

-- CreateIndex
CREATE INDEX "ConvSnooze_until_idx" ON "ConvSnooze"("until");

-- CreateIndex
CREATE INDEX "ScheduledMessage_workspaceId_convId_state_sendAt_idx" ON "ScheduledMessage"("workspaceId", "convId", "state", "sendAt");

-- CreateIndex
CREATE INDEX "NoteMention_workspaceId_agentId_createdAt_idx" ON "NoteMention"("workspaceId", "agentId", "createdAt");

-- CreateIndex
CREATE INDEX "CannedReply_workspaceId_createdAt_id_idx" ON "CannedReply"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "SavedView_workspaceId_position_id_idx" ON "SavedView"("workspaceId", "position", "id");

-- CreateIndex
CREATE INDEX "BulkAction_workspaceId_userId_createdAt_idx" ON "BulkAction"("workspaceId", "userId", "createdAt");

-- CreateIndex
CREATE INDEX "BulkActionItem_workspaceId_convId_idx" ON "BulkActionItem"("workspaceId", "convId");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_activityAt_id_idx" ON "Conversation"("workspaceId", "activityAt", "id");

-- AddForeignKey
ALTER TABLE "ClientMerge" ADD CONSTRAINT "ClientMerge_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConvRead" ADD CONSTRAINT "ConvRead_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConvRead" ADD CONSTRAINT "ConvRead_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConvSnooze" ADD CONSTRAINT "ConvSnooze_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConvSnooze" ADD CONSTRAINT "ConvSnooze_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScheduledMessage" ADD CONSTRAINT "ScheduledMessage_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScheduledMessage" ADD CONSTRAINT "ScheduledMessage_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NoteMention" ADD CONSTRAINT "NoteMention_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NoteMention" ADD CONSTRAINT "NoteMention_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NoteMention" ADD CONSTRAINT "NoteMention_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkAction" ADD CONSTRAINT "BulkAction_workspaceId_undoOfId_fkey" FOREIGN KEY ("workspaceId", "undoOfId") REFERENCES "BulkAction"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkActionItem" ADD CONSTRAINT "BulkActionItem_workspaceId_bulkId_fkey" FOREIGN KEY ("workspaceId", "bulkId") REFERENCES "BulkAction"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkActionItem" ADD CONSTRAINT "BulkActionItem_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
-- The inbox's lists are ordered by activityAt: as many indexes as before, none more.
drop index "Conversation_open_idx";
drop index "Conversation_ended_idx";
drop index "Conversation_assignee_open_idx";
drop index "Conversation_unassigned_open_idx";
create index "Conversation_open_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc) where not ended;
create index "Conversation_ended_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc) where ended;
create index "Conversation_assignee_open_idx" on "Conversation" ("workspaceId", "assigneeId", "activityAt" desc, id desc) where not ended;
create index "Conversation_unassigned_open_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc)
  where "assigneeId" is null and not ended;
-- Snoozes that the clock ends.
create index "Conversation_snoozed_idx" on "Conversation" ("snoozedUntil") where "snoozedAt" is not null;
create index "Conversation_snoozed_list_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc) where "snoozedAt" is not null;
alter table "Conversation" add constraint "Conversation_snoozed_whole" check ("snoozedUntil" is null or "snoozedAt" is not null);
create index "ScheduledMessage_due_idx" on "ScheduledMessage" ("sendAt") where state = 'waiting';
create unique index "CannedReply_shortcut_key" on "CannedReply" ("workspaceId", shortcut, coalesce("ownerId", '00000000-0000-0000-0000-000000000000'::uuid))
  where "deletedAt" is null;
create index "BulkAction_under_way_idx" on "BulkAction" ("createdAt") where state in ('queued', 'running');
create index "BulkActionItem_waiting_idx" on "BulkActionItem" ("workspaceId", "bulkId", "convId") where "doneAt" is null;
-- Failed sends that somebody may still have to see to.
create index "Message_failed_idx" on "Message" ("workspaceId", "createdAt" desc) where status = 'failed' and "isAgent";
create index "ScheduledMessage_failed_idx" on "ScheduledMessage" ("workspaceId", "agentId") where state = 'failed';

-- What can be searched of a message: what was written, without case and accents; of a file its caption.
create function message_search(type "MessageType", content text, caption text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(normalize(lower(left(
    case when type in ('text', 'note', 'interactive', 'template') then content else '' end || ' ' || coalesce(caption, ''), 10000)), NFD),
    '[\u0300-\u036f]', '', 'g'));
create index "Message_search_idx" on "Message" using gin ("workspaceId", message_search(type, content, caption))
  where "noteType" is distinct from 'system';

-- References that Prisma's relations leave out.
alter table "ScheduledMessage" add constraint "ScheduledMessage_user_fkey" foreign key ("userId") references "User" (id);
alter table "ScheduledMessage" add constraint "ScheduledMessage_message_fkey"
  foreign key ("workspaceId", "sentMessageId") references "Message" ("workspaceId", id);
alter table "Draft" add constraint "Draft_reply_fkey"
  foreign key ("workspaceId", "replyToMessageId") references "Message" ("workspaceId", id);
alter table "CannedReply" add constraint "CannedReply_owner_fkey" foreign key ("ownerId") references "User" (id);
alter table "CannedReply" add constraint "CannedReply_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "SavedView" add constraint "SavedView_owner_fkey" foreign key ("ownerId") references "User" (id);
alter table "SavedView" add constraint "SavedView_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "BulkAction" add constraint "BulkAction_user_fkey" foreign key ("userId") references "User" (id);
alter table "BulkAction" add constraint "BulkAction_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);

-- Which column of an imported file is which field.
alter table "ImportJob" add column "columns" jsonb;

-- Since when a client waits: the list of those who wait longest is read in its order, and never worked out per row. The flag
-- changes with a message, and the client's own is the last of theirs at that moment.
update "Conversation" c set "waitingSince" = coalesce((
  select min(m."createdAt") from "Message" m
  where m."workspaceId" = c."workspaceId" and m."convId" = c.id and not m."isAgent" and m.seq > coalesce((
    select max(a.seq) from "Message" a
    where a."workspaceId" = c."workspaceId" and a."convId" = c.id and a."isAgent" and a.type <> 'note'), 0)
), c."lastClientMessageAt", c."lastMessageAt") where c."needsResponse";
create function conv_waiting_since() returns trigger language plpgsql as $$
begin
  new."waitingSince" := case when new."needsResponse" then coalesce(new."lastClientMessageAt", new."lastMessageAt") end;
  return new;
end $$;
create trigger "Conversation_waiting_new" before insert on "Conversation" for each row when (new."needsResponse")
  execute function conv_waiting_since();
create trigger "Conversation_waiting" before update of "needsResponse" on "Conversation" for each row
  when (old."needsResponse" is distinct from new."needsResponse") execute function conv_waiting_since();
drop index "Conversation_needs_response_idx";
create index "Conversation_needs_response_idx" on "Conversation" ("workspaceId", "waitingSince", id) where "needsResponse" and not ended;

-- The broadcasts that a contact got.
CREATE INDEX "BroadcastRecipient_workspaceId_clientId_idx" ON "BroadcastRecipient"("workspaceId", "clientId");

-- Browsers that are told while the portal is closed.
CREATE TABLE "PushSubscription" (
    "workspaceId" INTEGER NOT NULL,
    "endpointHash" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "sealed" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "windowsUntil" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("workspaceId","endpointHash")
);
CREATE INDEX "PushSubscription_workspaceId_userId_idx" ON "PushSubscription"("workspaceId", "userId");
CREATE INDEX "PushSubscription_endpointHash_idx" ON "PushSubscription"("endpointHash");
CREATE INDEX "PushSubscription_sessionId_idx" ON "PushSubscription"("sessionId");
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Conversations by what brought the client: few messages have a source.
create index "Message_source_idx" on "Message" ("workspaceId", "sourceType", "convId", seq) where "sourceType" is not null;
