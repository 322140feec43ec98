-- What a provider charges for a message: {category, type}.
alter table "Message" add column price jsonb;
alter table "ParkedStatus" add column price jsonb;
