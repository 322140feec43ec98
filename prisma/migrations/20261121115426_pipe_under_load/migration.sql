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
