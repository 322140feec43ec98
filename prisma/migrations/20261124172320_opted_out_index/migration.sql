-- outside a transaction
-- The contacts who opted out, archived or not: few among all.
drop index concurrently if exists "Client_opted_out_at_idx";
create index concurrently "Client_opted_out_at_idx" on "Client" ("workspaceId", "createdAt" desc, id desc) where "optedOutAt" is not null;
