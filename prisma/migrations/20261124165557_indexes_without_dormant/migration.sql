-- outside a transaction
-- A broadcast may open more conversations than people do: lists of work skip them by their index, not row by row.
drop index concurrently if exists "Conversation_awake_idx";
create index concurrently "Conversation_awake_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc)
  where not ended and not dormant;
drop index concurrently if exists "Conversation_unassigned_awake_idx";
create index concurrently "Conversation_unassigned_awake_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc)
  where "assigneeId" is null and not ended and not dormant;
drop index concurrently if exists "Conversation_dormant_idx";
create index concurrently "Conversation_dormant_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc)
  where dormant and not ended;
-- By the filters, which find those that have ended too. A dormant row is written a few times at most.
drop index concurrently if exists "Conversation_dormant_any_idx";
create index concurrently "Conversation_dormant_any_idx" on "Conversation" ("workspaceId", "activityAt" desc, id desc) where dormant;
drop index concurrently if exists "Conversation_dormant_created_idx";
create index concurrently "Conversation_dormant_created_idx" on "Conversation" ("workspaceId", "createdAt" desc, id desc) where dormant;
-- The first two take the place of these: a message writes as many indexes as before.
drop index concurrently if exists "Conversation_open_idx";
drop index concurrently if exists "Conversation_unassigned_open_idx";
