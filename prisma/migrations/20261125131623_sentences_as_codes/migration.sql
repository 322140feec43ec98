-- outside a transaction: one that locked several of these tables and a message on its way would wait for each other.
ALTER TABLE "Integration" ADD COLUMN IF NOT EXISTS "lastErrorSaid" JSONB;
ALTER TABLE "Message" ADD COLUMN IF NOT EXISTS "contentSaid" JSONB;
ALTER TABLE "Message" ADD COLUMN IF NOT EXISTS "errorSaid" JSONB;
ALTER TABLE "ScheduledMessage" ADD COLUMN IF NOT EXISTS "errorSaid" JSONB;
ALTER TABLE "BulkActionItem" ADD COLUMN IF NOT EXISTS "errorSaid" JSONB;
ALTER TABLE "SendAttempt" ADD COLUMN IF NOT EXISTS "errorSaid" JSONB;
ALTER TABLE "ParkedStatus" ADD COLUMN IF NOT EXISTS "errorSaid" JSONB;
ALTER TABLE "KnowledgeSource" ADD COLUMN IF NOT EXISTS "errorSaid" JSONB;
CREATE TABLE IF NOT EXISTS "SaidBackfill" (
    "table" TEXT NOT NULL,
    "after" JSONB,
    "doneAt" TIMESTAMPTZ(3),

    CONSTRAINT "SaidBackfill_pkey" PRIMARY KEY ("table")
);
