-- outside a transaction
-- Few messages say what led their contact to write. Reports read those of a period.
drop index concurrently if exists "Message_sourced_idx";
create index concurrently "Message_sourced_idx" on "Message" ("workspaceId", "createdAt") where "sourceType" is not null;
