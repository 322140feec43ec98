-- Who wrote a message in a group, whose contact is the group.
alter table "Message" add column "writerName" text;
