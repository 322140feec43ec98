-- How much of what was written before a channel was connected has come in, in percent.
alter table "Integration" add column "historyProgress" int;
