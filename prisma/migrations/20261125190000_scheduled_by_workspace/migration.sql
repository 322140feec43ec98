-- outside a transaction
-- Those that wait, by workspace: of each the first that are due are claimed, however many another one has (server/inbox/claim-scheduled.ts).
drop index concurrently if exists "ScheduledMessage_waiting_idx";
create index concurrently "ScheduledMessage_waiting_idx" on "ScheduledMessage" ("workspaceId", "sendAt", "createdAt") where state = 'waiting';
