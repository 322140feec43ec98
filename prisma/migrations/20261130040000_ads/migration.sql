-- What a provider said about the advertisement that led a contact to write.
alter table "Message" add column ad jsonb;
