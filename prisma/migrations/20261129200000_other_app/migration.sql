alter table "Conversation" add column "otherAppSince" timestamptz(3), add column "otherAppUntil" timestamptz(3);
