alter table "Integration" add column "templatesHeld" jsonb, add column "accountToldAt" timestamptz(3);
