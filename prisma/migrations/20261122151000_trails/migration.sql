-- outside a transaction: each table is locked alone.
-- The request that something came of: kept beside it, so that it can be followed from the caller to the subscriber.
alter table "ProviderCall" add column if not exists "trail" text;
alter table "SendQueue" add column if not exists "trail" text;
alter table "Event" add column if not exists "trail" text;
