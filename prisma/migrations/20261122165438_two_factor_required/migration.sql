-- AlterTable
ALTER TABLE "WorkspaceSettings" ADD COLUMN     "twoFactorRequiredAt" TIMESTAMPTZ(3);
