-- outside a transaction: each table is locked alone.
-- Whether a channel receives the comments on its posts, and since when a comment is hidden from the public.
alter table "Integration" add column if not exists comments boolean not null default false;
alter table "Message" add column if not exists "hiddenAt" timestamptz(3);
