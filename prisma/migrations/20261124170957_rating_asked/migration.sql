-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "ratingAskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "ratingComment" TEXT,
ADD COLUMN     "ratingScale" INTEGER,
ADD COLUMN     "ratingUntil" TIMESTAMPTZ(3);
