-- A provider may give a contact another id. The former one still finds the contact, and no message goes there.
alter table "ClientIdentity" add column "replacedAt" timestamptz(3);
