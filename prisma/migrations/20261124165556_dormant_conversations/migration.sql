-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "dormant" BOOLEAN NOT NULL DEFAULT false;
