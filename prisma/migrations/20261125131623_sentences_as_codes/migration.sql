-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "lastErrorSaid" JSONB;

-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "contentSaid" JSONB,
ADD COLUMN     "errorSaid" JSONB;

-- AlterTable
ALTER TABLE "ScheduledMessage" ADD COLUMN     "errorSaid" JSONB;

-- AlterTable
ALTER TABLE "BulkActionItem" ADD COLUMN     "errorSaid" JSONB;

-- AlterTable
ALTER TABLE "SendAttempt" ADD COLUMN     "errorSaid" JSONB;

-- AlterTable
ALTER TABLE "ParkedStatus" ADD COLUMN     "errorSaid" JSONB;

-- AlterTable
ALTER TABLE "KnowledgeSource" ADD COLUMN     "errorSaid" JSONB;

-- CreateTable
CREATE TABLE "SaidBackfill" (
    "table" TEXT NOT NULL,
    "after" JSONB,
    "doneAt" TIMESTAMPTZ(3),

    CONSTRAINT "SaidBackfill_pkey" PRIMARY KEY ("table")
);
