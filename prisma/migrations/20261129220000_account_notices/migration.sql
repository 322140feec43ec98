alter table "Integration" add column "stoppedUntil" timestamptz(3), add column "templatesHeld" jsonb,
  add column "templatesHeldUntil" timestamptz(3), add column "accountToldAt" timestamptz(3);
