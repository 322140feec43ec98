-- outside a transaction
-- Few contacts stop marketing. A broadcast looks them all up at once.
drop index concurrently if exists "ClientIdentity_marketing_idx";
create index concurrently "ClientIdentity_marketing_idx" on "ClientIdentity" ("workspaceId", "clientId") where "marketing" is not null;
