-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "pinnedAt" TIMESTAMPTZ(3),
ADD COLUMN     "pinnedBy" TEXT;

-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "template" JSONB;

-- AlterTable
ALTER TABLE "CannedReply" ADD COLUMN     "language" TEXT,
ADD COLUMN     "variants" JSONB NOT NULL DEFAULT '[]';

-- The few notes that are pinned, by client.
CREATE INDEX "Message_pinned_idx" ON "Message"("workspaceId", "clientId", "pinnedAt") WHERE "pinnedAt" IS NOT NULL;
