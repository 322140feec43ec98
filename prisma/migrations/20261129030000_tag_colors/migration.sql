-- CreateEnum
CREATE TYPE "TagColor" AS ENUM ('stone', 'rose', 'amber', 'green', 'blue', 'violet');

-- AlterTable
ALTER TABLE "Tag" ADD COLUMN     "color" "TagColor";
