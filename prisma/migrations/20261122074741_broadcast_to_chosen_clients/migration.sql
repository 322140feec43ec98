-- AlterTable
ALTER TABLE "Broadcast" ADD COLUMN     "clientIds" UUID[] DEFAULT ARRAY[]::UUID[];
