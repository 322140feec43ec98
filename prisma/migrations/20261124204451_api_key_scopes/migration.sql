-- CreateEnum
CREATE TYPE "ApiKeyScope" AS ENUM ('HISTORY');

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "scopes" "ApiKeyScope"[] DEFAULT ARRAY[]::"ApiKeyScope"[];
