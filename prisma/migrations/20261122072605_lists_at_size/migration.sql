-- CreateIndex
CREATE INDEX "AssistantAnswer_workspaceId_aiId_outcome_createdAt_id_idx" ON "AssistantAnswer"("workspaceId", "aiId", "outcome", "createdAt", "id");

-- CreateIndex
CREATE INDEX "EvalRun_workspaceId_versionId_idx" ON "EvalRun"("workspaceId", "versionId");

-- CreateIndex
CREATE INDEX "AuditEntry_workspaceId_actorId_createdAt_id_idx" ON "AuditEntry"("workspaceId", "actorId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_workspaceId_targetId_createdAt_id_idx" ON "AuditEntry"("workspaceId", "targetId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_workspaceId_action_createdAt_id_idx" ON "AuditEntry"("workspaceId", "action", "createdAt", "id");


-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
-- What only few conversations have, in the order of the inbox's list.
create index "Conversation_broadcast_idx" on "Conversation" ("workspaceId", "broadcastId", "activityAt" desc, id desc)
  where "broadcastId" is not null;
create index "Conversation_order_no_idx" on "Conversation" ("workspaceId", "orderNo", "activityAt" desc, id desc)
  where "orderNo" is not null;
create index "Client_country_idx" on "Client" ("workspaceId", lower(country));
create index "Client_opted_out_idx" on "Client" ("workspaceId", "createdAt" desc, id desc)
  where "archivedBy" = 'SYSTEM' and "mergedIntoId" is null;
-- Few messages have tags: the index of those is small where the workspace is large, and the planner sees it.
create index "Message_tags_idx2" on "Message" using gin ("workspaceId", tags) where tags <> '{}';
-- What assistants and programs wrote, where people write most.
create index "Message_assistant_idx" on "Message" ("workspaceId", "createdAt", "convId") where "isAgent" and "aiId" is not null;
create index "Message_program_idx" on "Message" ("workspaceId", "createdAt", "convId")
  where "isAgent" and "aiId" is null and "agentId" is null and type <> 'note';
create index "SendQueue_credits_idx" on "SendQueue" ("workspaceId") where "costsCredits";
create index "Conversation_of_broadcast_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc) where "broadcastId" is not null;
-- What an agent has put aside for themselves.
create index "ConvSnooze_agent_idx" on "ConvSnooze" ("workspaceId", "agentId");
-- What is deleted after a while.
create index "Draft_sent_idx" on "Draft" ("patchedAt") where text = '' and attachments = '[]';
create index "Upload_to_prune_idx" on "Upload" ("createdAt") where purpose <> 'media' or "storedAt" is null;
-- A row that is claimed stays on its page, and its indexes stay as they are: of 10,000 claims 89 and 65 in a hundred, before 14.
alter table "SendQueue" set (fillfactor = 50);
alter table "CreditAccount" set (fillfactor = 50);
alter table "WebhookDelivery" set (fillfactor = 60);
-- Last: from here on nobody reads these tables until all is committed, and it takes an instant.
drop index "Conversation_workspaceId_broadcastId_idx";
drop index "Message_tags_idx";
alter index "Message_tags_idx2" rename to "Message_tags_idx";
