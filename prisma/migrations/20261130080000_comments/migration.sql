-- Whether a channel receives the comments on its posts, and since when a comment is hidden from the public.
alter table "Integration" add column comments boolean not null default false;
alter table "Message" add column "hiddenAt" timestamptz(3);
