alter table "Integration" add column "lateReplies" boolean not null default false;
