-- The request that something came of: kept beside it, so that it can be followed from the caller to the subscriber.
alter table "ProviderCall" add column "trail" text;
alter table "SendQueue" add column "trail" text;
alter table "Event" add column "trail" text;
