alter table "ClientIdentity" add column "marketing" jsonb;
