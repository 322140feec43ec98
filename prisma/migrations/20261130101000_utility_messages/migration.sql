-- Whether templates are sent, on channels whose provider must have permitted it (Messenger: utility messages).
alter table "Integration" add column "utilityMessages" boolean not null default false;
