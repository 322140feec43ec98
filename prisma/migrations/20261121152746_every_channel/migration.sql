-- AlterTable
ALTER TABLE "ClientIdentity" ADD COLUMN     "referral" JSONB,
ADD COLUMN     "verifiedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "accountId" TEXT,
ADD COLUMN     "checkedAt" TIMESTAMPTZ(3),
ADD COLUMN     "tokenExpiresAt" TIMESTAMPTZ(3),
ADD COLUMN     "webchat" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "readToldSeq" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "caption" TEXT,
ADD COLUMN     "editedAt" TIMESTAMPTZ(3),
ADD COLUMN     "removedAt" TIMESTAMPTZ(3),
ADD COLUMN     "sentElsewhere" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "MessageVersion" (
    "workspaceId" INTEGER NOT NULL,
    "messageId" UUID NOT NULL,
    "versionNo" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "caption" TEXT,
    "replacedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MessageVersion_pkey" PRIMARY KEY ("workspaceId","messageId","versionNo")
);

-- CreateTable
CREATE TABLE "MessageReaction" (
    "workspaceId" INTEGER NOT NULL,
    "messageId" UUID NOT NULL,
    "isAgent" BOOLEAN NOT NULL,
    "emoji" TEXT,
    "agentId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,

    CONSTRAINT "MessageReaction_pkey" PRIMARY KEY ("workspaceId","messageId","isAgent")
);

-- CreateTable
CREATE TABLE "MediaCopy" (
    "workspaceId" INTEGER NOT NULL,
    "uploadId" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "messageId" UUID,
    "clientId" UUID,
    "source" JSONB NOT NULL,
    "attemptNo" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "error" TEXT,
    "lostAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MediaCopy_pkey" PRIMARY KEY ("workspaceId","uploadId")
);

-- CreateTable
CREATE TABLE "ProviderCall" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "body" BYTEA NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "doneAt" TIMESTAMPTZ(3),
    "attemptNo" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "ProviderCall_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateIndex
CREATE INDEX "MediaCopy_workspaceId_integrationId_idx" ON "MediaCopy"("workspaceId", "integrationId");

-- CreateIndex
CREATE INDEX "MediaCopy_workspaceId_messageId_idx" ON "MediaCopy"("workspaceId", "messageId");

-- CreateIndex
CREATE INDEX "MediaCopy_workspaceId_clientId_idx" ON "MediaCopy"("workspaceId", "clientId");

-- CreateIndex
CREATE INDEX "ProviderCall_receivedAt_idx" ON "ProviderCall"("receivedAt");

-- AddForeignKey
ALTER TABLE "MessageVersion" ADD CONSTRAINT "MessageVersion_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MessageReaction" ADD CONSTRAINT "MessageReaction_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MessageReaction" ADD CONSTRAINT "MessageReaction_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaCopy" ADD CONSTRAINT "MediaCopy_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaCopy" ADD CONSTRAINT "MediaCopy_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaCopy" ADD CONSTRAINT "MediaCopy_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaCopy" ADD CONSTRAINT "MediaCopy_workspaceId_uploadId_fkey" FOREIGN KEY ("workspaceId", "uploadId") REFERENCES "Upload"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderCall" ADD CONSTRAINT "ProviderCall_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What waits, in the order in which it came.
create index "ProviderCall_waiting_idx" on "ProviderCall" ("workspaceId", "integrationId", id) where "doneAt" is null;
-- Whether somebody is at work on a channel's calls.
create index "ProviderCall_held_idx" on "ProviderCall" ("workspaceId", "integrationId")
  where "doneAt" is null and "leaseToken" is not null;
create index "MediaCopy_waiting_idx" on "MediaCopy" ("integrationId", "nextAttemptAt") where "lostAt" is null;
-- One account is one channel of a workspace.
create unique index "Integration_one_account_key" on "Integration" ("workspaceId", type, "accountId")
  where "accountId" is not null and "deletedAt" is null;

alter table "Integration" add column "inboundDays" integer not null default 0;

-- AlterTable
ALTER TABLE "MessageTemplate" ADD COLUMN     "parameterFormat" TEXT,
ADD COLUMN     "qualityScore" TEXT;

-- AlterTable
ALTER TABLE "ChannelPace" ADD COLUMN     "pausedUntil" TIMESTAMPTZ(3);

alter table "MessageReaction" add column "settledAt" timestamptz(3);
-- What the provider has not heard of yet: few, and looked at by the sweeper.
create index "MessageReaction_waiting_idx" on "MessageReaction" ("workspaceId", "messageId")
  where "isAgent" and "settledAt" is null;
