-- outside a transaction
drop index concurrently if exists "Conversation_rating_asked_at_idx";
create index concurrently "Conversation_rating_asked_at_idx" on "Conversation" ("workspaceId", "ratingAskedAt") where "ratingAskedAt" is not null;
