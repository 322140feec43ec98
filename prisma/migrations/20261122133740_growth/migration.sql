-- CreateIndex
CREATE INDEX "Draft_workspaceId_convId_idx" ON "Draft"("workspaceId", "convId");

-- CreateIndex
CREATE INDEX "NoteMention_workspaceId_convId_idx" ON "NoteMention"("workspaceId", "convId");

-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
-- A conversation's row is written with every message, and each time all its indexes that it stands in: most have no assistant, no
-- stage and no thread, and most messages are no agent's.
create index "Conversation_ai_idx" on "Conversation" ("workspaceId", "aiId", "createdAt", id) where "aiId" is not null;
create index "Conversation_stage_idx" on "Conversation" ("workspaceId", "stageId", "createdAt", id) where "stageId" is not null;
create index "Conversation_thread_idx" on "Conversation" ("workspaceId", "externalConversationId")
  where "externalConversationId" is not null;
create index "Message_agent_idx" on "Message" ("workspaceId", "agentId", "createdAt") where "agentId" is not null;

-- What points to rows that are deleted: the database looks for it itself, once for each of them.
create index "Message_reply_idx" on "Message" ("workspaceId", "replyToMessageId") where "replyToMessageId" is not null;
create index "AssistantAnswer_message_idx" on "AssistantAnswer" ("workspaceId", "messageId") where "messageId" is not null;
create index "ScheduledMessage_sent_idx" on "ScheduledMessage" ("workspaceId", "sentMessageId") where "sentMessageId" is not null;
create index "Draft_reply_idx" on "Draft" ("workspaceId", "replyToMessageId") where "replyToMessageId" is not null;
create index "BulkAction_undo_idx" on "BulkAction" ("workspaceId", "undoOfId") where "undoOfId" is not null;

-- Rows that change soon or often, in columns that stand in no index: with room on their page they change in place.
alter table "SendAttempt" set (fillfactor = 60);
alter table "ConvRead" set (fillfactor = 80);
alter table "AssistantTurn" set (fillfactor = 50);
alter table "EventCursor" set (fillfactor = 50);

-- Last: from here on nobody reads these tables until all is committed, and it takes an instant.
drop index "Conversation_workspaceId_aiId_createdAt_id_idx";
drop index "Conversation_workspaceId_stageId_createdAt_id_idx";
drop index "Conversation_workspaceId_externalConversationId_idx";
drop index "Message_workspaceId_agentId_createdAt_idx";
