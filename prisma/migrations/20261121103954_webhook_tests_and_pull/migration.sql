-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "isTest" BOOLEAN NOT NULL DEFAULT false;

-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
-- A workspace's own reader of the log, however much the others write.
create index "Event_told_idx" on "Event" ("workspaceId", txid, seq) where payload is not null and not "isTest";
-- First attempts of one conversation keep the order of events, in every round: a replay begins one.
drop index "WebhookDelivery_order_idx";
create index "WebhookDelivery_order_idx" on "WebhookDelivery" ("workspaceId", "webhookId", "convId", "eventSeq")
  where state = 'pending' and attempts = "scheduleStep";
