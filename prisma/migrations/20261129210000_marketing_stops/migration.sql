alter table "ClientIdentity" add column "marketing" jsonb;
-- Few contacts stop marketing. A broadcast looks them all up at once.
create index "ClientIdentity_marketing_idx" on "ClientIdentity" ("workspaceId", "clientId") where "marketing" is not null;
