-- outside a transaction: each table is locked alone.
alter table "WorkspaceSettings" add column if not exists "optInKeyword" text default 'START';
alter table "Client" add column if not exists "optedOutAt" timestamptz(3);
