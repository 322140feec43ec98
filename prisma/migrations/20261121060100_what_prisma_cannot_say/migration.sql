-- Trigram search inside a workspace: integers and text arrays in one GIN index with trigrams.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- ── Contacts: every "contains" filter of clients and agents, and "has every tag" ──────────────────────────────────────────
create index "Client_search_idx" on "Client"
  using gin ("workspaceId", name gin_trgm_ops, surname gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops, city gin_trgm_ops);
create index "Client_tags_idx" on "Client" using gin ("workspaceId", tags);
create index "Client_archived_idx" on "Client" ("workspaceId", "createdAt" desc, id desc) where "deletedAt" is not null;
create index "Agent_search_idx" on "Agent"
  using gin ("workspaceId", name gin_trgm_ops, surname gin_trgm_ops, email gin_trgm_ops) where "deletedAt" is null;
create unique index "Tag_one_per_type_key" on "Tag" ("workspaceId", type, tag) where "deletedAt" is null;
create unique index "Membership_one_owner_key" on "Membership" ("workspaceId") where role = 'OWNER';

-- ── Conversations ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- At most one open conversation per client, channel and external thread (decisions section 4), whatever runs at once.
create unique index "Conversation_one_open_key" on "Conversation"
  ("workspaceId", "clientId", "integrationId", coalesce("externalConversationId", '')) where not ended;
create index "Conversation_search_idx" on "Conversation" using gin ("workspaceId", "clientSearch" gin_trgm_ops);
create index "Conversation_tags_idx" on "Conversation" using gin ("workspaceId", tags);
-- The inbox's views, each ordered as it is shown.
create index "Conversation_open_idx" on "Conversation" ("workspaceId", "lastMessageAt" desc, id desc) where not ended;
create index "Conversation_ended_idx" on "Conversation" ("workspaceId", "lastMessageAt" desc, id desc) where ended;
create index "Conversation_assignee_open_idx" on "Conversation" ("workspaceId", "assigneeId", "lastMessageAt" desc, id desc) where not ended;
create index "Conversation_unassigned_open_idx" on "Conversation" ("workspaceId", "lastMessageAt" desc, id desc)
  where not ended and "assigneeId" is null;
create index "Conversation_unassigned_idx" on "Conversation" ("workspaceId", "createdAt" desc, id desc) where "assigneeId" is null;
create index "Conversation_needs_response_idx" on "Conversation" ("workspaceId", "lastClientMessageAt", id) where "needsResponse" and not ended;
create index "Message_tags_idx" on "Message" using gin ("workspaceId", tags);

-- The client's words for nameOrPhone are kept in the conversation, so that a search needs no join. Triggers keep them true,
-- whoever writes.
create function client_search_text(c "Client") returns text language sql immutable as $$
  select lower(concat_ws(' ', c.name, c.surname, c.phone, c."externalClientId"))
$$;
create function conversation_client_search() returns trigger language plpgsql as $$
begin
  -- A client that is not there is the foreign key's to refuse.
  new."clientSearch" := coalesce(
    (select client_search_text(c) from "Client" c where c."workspaceId" = new."workspaceId" and c.id = new."clientId"), '');
  return new;
end $$;
create trigger "Conversation_client_search" before insert or update of "clientId" on "Conversation"
  for each row execute function conversation_client_search();
create function client_changes_search() returns trigger language plpgsql as $$
begin
  update "Conversation" set "clientSearch" = client_search_text(new)
    where "workspaceId" = new."workspaceId" and "clientId" = new.id;
  return null;
end $$;
create trigger "Client_changes_search" after update on "Client"
  for each row when (client_search_text(old) is distinct from client_search_text(new)) execute function client_changes_search();

-- ── Work to be claimed ────────────────────────────────────────────────────────────────────────────────────────────────────
create index "WebhookDelivery_due_idx" on "WebhookDelivery" ("webhookId", "nextAttemptAt", "eventSeq") where state = 'pending';
-- First attempts of one conversation keep the order of events: is an earlier one still unattempted?
create index "WebhookDelivery_order_idx" on "WebhookDelivery" ("workspaceId", "webhookId", "convId", "eventSeq")
  where state = 'pending' and attempts = 0;
create index "WebhookDelivery_state_idx" on "WebhookDelivery" ("workspaceId", "webhookId", state, "createdAt" desc, id desc);
create index "Broadcast_due_idx" on "Broadcast" ("scheduledAt") where state = 'scheduled';
create index "BroadcastRecipient_waiting_idx" on "BroadcastRecipient" ("workspaceId", "broadcastId", "clientId")
  where "messageId" is null and error is null;
create index "KnowledgePassage_search_idx" on "KnowledgePassage" using gin ("workspaceId", search);
create index "KnowledgePassage_trigram_idx" on "KnowledgePassage" using gin ("workspaceId", content gin_trgm_ops);

-- ── What must never be true ───────────────────────────────────────────────────────────────────────────────────────────────
alter table "CreditAccount" add constraint "CreditAccount_never_negative" check (balance >= 0);
alter table "Conversation" add constraint "Conversation_ended_whole" check (ended = ("endedAt" is not null));
alter table "Message" add constraint "Message_note_is_ours" check (type <> 'note' or "isAgent");
-- References that Prisma's relations leave out, so that none of them can point into another workspace.
alter table "ApiKey" add constraint "ApiKey_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Agent" add constraint "Agent_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Client" add constraint "Client_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Integration" add constraint "Integration_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Webhook" add constraint "Webhook_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Assistant" add constraint "Assistant_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Tag" add constraint "Tag_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "CreditAccount" add constraint "CreditAccount_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Message" add constraint "Message_broadcast_fkey"
  foreign key ("workspaceId", "broadcastId") references "Broadcast" ("workspaceId", id);
alter table "BroadcastRecipient" add constraint "BroadcastRecipient_message_fkey"
  foreign key ("workspaceId", "messageId") references "Message" ("workspaceId", id);
alter table "SendQueue" add constraint "SendQueue_conversation_fkey"
  foreign key ("workspaceId", "convId") references "Conversation" ("workspaceId", id);
alter table "AssistantAnswer" add constraint "AssistantAnswer_conversation_fkey"
  foreign key ("workspaceId", "convId") references "Conversation" ("workspaceId", id);
alter table "AssistantAnswer" add constraint "AssistantAnswer_client_message_fkey"
  foreign key ("workspaceId", "clientMessageId") references "Message" ("workspaceId", id);
alter table "AssistantAnswer" add constraint "AssistantAnswer_message_fkey"
  foreign key ("workspaceId", "messageId") references "Message" ("workspaceId", id);
alter table "KnowledgeSource" add constraint "KnowledgeSource_upload_fkey"
  foreign key ("workspaceId", "uploadName") references "Upload" ("workspaceId", "fileName");
