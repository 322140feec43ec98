-- CreateTable
CREATE TABLE "Segment" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Segment_pkey" PRIMARY KEY ("workspaceId","id")
);

-- Names are unique whatever their case.
CREATE UNIQUE INDEX "Segment_name_key" ON "Segment" ("workspaceId", lower("name")) WHERE "deletedAt" IS NULL;

-- AlterTable
ALTER TABLE "Broadcast" ADD COLUMN "segmentId" UUID,
ADD COLUMN "excludeSegmentIds" UUID[] DEFAULT ARRAY[]::UUID[];
