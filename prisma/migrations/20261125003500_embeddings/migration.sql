-- AlterTable
ALTER TABLE "KnowledgeSource" ADD COLUMN     "embeddedAt" TIMESTAMPTZ(3),
ADD COLUMN     "embeddingModel" TEXT;

-- AlterTable
ALTER TABLE "KnowledgePassage" ADD COLUMN     "embedding" BYTEA,
ADD COLUMN     "embeddingModel" TEXT;

-- Floats do not get smaller.
alter table "KnowledgePassage" alter column embedding set storage external;
