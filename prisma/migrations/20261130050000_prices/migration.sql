-- outside a transaction: each table is locked alone.
-- What a provider charges for a message: {category, type}.
alter table "Message" add column if not exists price jsonb;
alter table "ParkedStatus" add column if not exists price jsonb;
