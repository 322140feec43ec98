-- outside a transaction
-- How much a workspace has stored, from the index alone.
drop index concurrently if exists "Upload_storage_idx";
create index concurrently "Upload_storage_idx" on "Upload" ("workspaceId") include ("sizeBytes") where "storedAt" is not null;
