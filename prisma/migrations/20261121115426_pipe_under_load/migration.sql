-- AlterTable
ALTER TABLE "SendQueue" ADD COLUMN     "broadcastId" UUID;

-- AlterTable
ALTER TABLE "Broadcast" ADD COLUMN     "leftOut" JSONB,
ADD COLUMN     "retryOfId" UUID;

-- CreateTable
CREATE TABLE "ChannelPace" (
    "workspaceId" INTEGER NOT NULL,
    "integrationId" UUID NOT NULL,
    "nextSlotAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lateMs" INTEGER NOT NULL DEFAULT 0,
    "lateUntil" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ChannelPace_pkey" PRIMARY KEY ("workspaceId","integrationId")
);

-- AddForeignKey
ALTER TABLE "ChannelPace" ADD CONSTRAINT "ChannelPace_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_workspaceId_retryOfId_fkey" FOREIGN KEY ("workspaceId", "retryOfId") REFERENCES "Broadcast"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
alter table "SendQueue" add constraint "SendQueue_broadcast_fkey"
  foreign key ("workspaceId", "broadcastId") references "Broadcast" ("workspaceId", id);
create index "SendQueue_broadcast_idx" on "SendQueue" ("workspaceId", "broadcastId") where "broadcastId" is not null;
update "SendQueue" q set "broadcastId" = m."broadcastId"
  from "Message" m where m."workspaceId" = q."workspaceId" and m.id = q."messageId" and m."broadcastId" is not null;
-- A failed broadcast is sent again to those who failed at most once; their failures can then be retried in turn.
create unique index "Broadcast_one_retry_key" on "Broadcast" ("workspaceId", "retryOfId") where "retryOfId" is not null;
-- What has become of a broadcast's recipients, counted and paged by outcome; and which failed messages were sent again by hand.
drop index "Message_workspaceId_broadcastId_idx";
create index "Message_broadcast_idx" on "Message" ("workspaceId", "broadcastId", status, id) where "broadcastId" is not null;
create index "BroadcastRecipient_failed_idx" on "BroadcastRecipient" ("workspaceId", "broadcastId", "clientId") where error is not null;
create index "Message_resend_idx" on "Message" ("workspaceId", "resendOfId") where "resendOfId" is not null;
-- Few at any time: what the sweeper looks through for messages that have lost their place in the queue.
create index "Message_pending_idx" on "Message" ("workspaceId", id) where status = 'pending' and "isAgent";

-- Every channel has its pace from its first moment, whoever makes it. The row changes several times a second: room for
-- updates in place.
alter table "ChannelPace" set (fillfactor = 50);
create function integration_pace() returns trigger language plpgsql as $$
begin
  insert into "ChannelPace" ("workspaceId", "integrationId") values (new."workspaceId", new.id);
  return null;
end $$;
create trigger "Integration_pace" after insert on "Integration" for each row execute function integration_pace();
insert into "ChannelPace" ("workspaceId", "integrationId") select "workspaceId", id from "Integration";

-- What the sweeper looks through for work that has lost its job: few rows at any time.
create index "ImportJob_open_idx" on "ImportJob" ("workspaceId", id) where state in ('queued', 'running');
create index "Invitation_to_mail_idx" on "Invitation" ("workspaceId", id)
  where "mailState" = 'waiting' and "acceptedAt" is null and "revokedAt" is null;
create index "Conversation_ai_open_idx" on "Conversation" ("workspaceId", "aiId") where "aiId" is not null and not ended;
-- A delivery that waits has a time: without one, nobody would ever take it up.
alter table "WebhookDelivery" add constraint "WebhookDelivery_pending_has_time" check (state <> 'pending' or "nextAttemptAt" is not null);

-- An event's place in the log is no longer its transaction's number alone: one that was numbered early and then waited for a
-- conversation's lock wrote what came later in that conversation, and the log put it before what it had waited for. No number is
-- below the transaction's own, so a reader that stops below the oldest one still running passes nothing by, as before. In plpgsql,
-- because there every evaluation sees what has ended by then, and not only what had when the statement began.
create function event_txid() returns xid8 language plpgsql volatile as $$
begin
  return greatest(pg_current_xact_id(), (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8);
end $$;
alter table "Event" alter txid set default event_txid();
