alter table "Integration" add column "webhookAccountId" text;
-- Of WhatsApp, the next check of the channel fills it in: the account is among the credentials.
update "Integration" set "webhookAccountId" = "accountId" where type in ('FACEBOOK', 'INSTAGRAM');
create index "Integration_webhookAccountId_idx" on "Integration" ("webhookAccountId");
