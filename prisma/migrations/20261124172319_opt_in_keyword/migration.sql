-- AlterTable
ALTER TABLE "WorkspaceSettings" ADD COLUMN     "optInKeyword" TEXT DEFAULT 'START';

-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "optedOutAt" TIMESTAMPTZ(3);
