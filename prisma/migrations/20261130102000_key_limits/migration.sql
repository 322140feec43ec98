-- What a key may do, until when, and from where. No permissions: all that keys of its kind have.
alter table "ApiKey" add column permissions text[] not null default '{}', add column "allowedRanges" text[] not null default '{}',
  add column "expiresAt" timestamptz(3), add column "expiryNotedAt" timestamptz(3);
