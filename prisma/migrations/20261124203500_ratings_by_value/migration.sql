-- outside a transaction
-- The conversations with one rating, in the order of the lists.
drop index concurrently if exists "Conversation_rating_idx";
create index concurrently "Conversation_rating_idx" on "Conversation" ("workspaceId", rating, "activityAt" desc, id desc) where rating is not null;
