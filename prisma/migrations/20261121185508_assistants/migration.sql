-- CreateEnum
CREATE TYPE "AIVersionState" AS ENUM ('draft', 'live', 'past');

-- CreateEnum
CREATE TYPE "AnswerOutcome" AS ENUM ('answered', 'handedOver', 'ended', 'dropped');

-- CreateEnum
CREATE TYPE "EvalState" AS ENUM ('queued', 'running', 'completed', 'cancelled', 'failed');

-- DropIndex
DROP INDEX "AssistantAnswer_workspaceId_clientMessageId_key";

-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "isPlayground" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "isPlayground" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "aiAnsweredSeq" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "isPlayground" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "isDebug" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "debug" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Assistant" ADD COLUMN     "gateScore" INTEGER,
ADD COLUMN     "versionNumber" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "KnowledgeSource" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "changedAt" TIMESTAMPTZ(3),
ADD COLUMN     "failingSince" TIMESTAMPTZ(3),
ADD COLUMN     "key" TEXT NOT NULL,
ADD COLUMN     "lastChange" JSONB,
ADD COLUMN     "nextFetchAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "KnowledgePassage" ADD COLUMN     "pageId" UUID;

-- AlterTable
ALTER TABLE "AssistantAnswer" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "isPlayground" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "isUnanswered" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "ownerVersion" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "versionNumber" INTEGER NOT NULL DEFAULT 0,
DROP COLUMN "outcome",
ADD COLUMN     "outcome" "AnswerOutcome" NOT NULL;

-- CreateTable
CREATE TABLE "AssistantVersion" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "AIVersionState" NOT NULL,
    "properties" TEXT NOT NULL,
    "propertiesHash" TEXT NOT NULL,
    "note" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "patchedAt" TIMESTAMPTZ(3),
    "publishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AssistantVersion_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "KnowledgePage" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "sourceId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "contentHash" BYTEA NOT NULL,
    "etag" TEXT,
    "lastModified" TEXT,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL,
    "changedAt" TIMESTAMPTZ(3),
    "missed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "KnowledgePage_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "AssistantTurn" (
    "workspaceId" INTEGER NOT NULL,
    "convId" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "ownerVersion" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attemptNo" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastError" TEXT,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),

    CONSTRAINT "AssistantTurn_pkey" PRIMARY KEY ("workspaceId","convId")
);

-- CreateTable
CREATE TABLE "PlaygroundChat" (
    "workspaceId" INTEGER NOT NULL,
    "convId" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "versionId" UUID,
    "phone" TEXT NOT NULL,
    "replayLines" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlaygroundChat_pkey" PRIMARY KEY ("workspaceId","convId")
);

-- CreateTable
CREATE TABLE "EvalQuestion" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "history" JSONB NOT NULL DEFAULT '[]',
    "expects" JSONB NOT NULL,
    "convId" UUID,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "patchedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvalQuestion_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "EvalRun" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "versionId" UUID,
    "versionNumber" INTEGER NOT NULL,
    "propertiesHash" TEXT NOT NULL,
    "knowledgeHash" TEXT NOT NULL,
    "state" "EvalState" NOT NULL DEFAULT 'queued',
    "total" INTEGER NOT NULL DEFAULT 0,
    "passed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvalRun_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "EvalResult" (
    "workspaceId" INTEGER NOT NULL,
    "runId" UUID NOT NULL,
    "questionId" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "history" JSONB NOT NULL,
    "expects" JSONB NOT NULL,
    "passed" BOOLEAN,
    "checks" JSONB,
    "reply" JSONB,
    "promptTokens" INTEGER,
    "completionTokens" INTEGER,
    "durationMs" INTEGER,
    "askedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvalResult_pkey" PRIMARY KEY ("workspaceId","runId","questionId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AssistantVersion_workspaceId_aiId_number_key" ON "AssistantVersion"("workspaceId", "aiId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "KnowledgePage_workspaceId_sourceId_url_key" ON "KnowledgePage"("workspaceId", "sourceId", "url");

-- CreateIndex
CREATE INDEX "KnowledgePassage_workspaceId_pageId_idx" ON "KnowledgePassage"("workspaceId", "pageId");

-- CreateIndex
CREATE INDEX "PlaygroundChat_workspaceId_createdAt_idx" ON "PlaygroundChat"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "EvalQuestion_workspaceId_aiId_createdAt_id_idx" ON "EvalQuestion"("workspaceId", "aiId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "EvalRun_workspaceId_aiId_createdAt_id_idx" ON "EvalRun"("workspaceId", "aiId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "KnowledgeSource_nextFetchAt_idx" ON "KnowledgeSource"("nextFetchAt");

-- CreateIndex
CREATE INDEX "AssistantAnswer_workspaceId_convId_createdAt_idx" ON "AssistantAnswer"("workspaceId", "convId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "AssistantAnswer_workspaceId_clientMessageId_ownerVersion_key" ON "AssistantAnswer"("workspaceId", "clientMessageId", "ownerVersion");

-- AddForeignKey
ALTER TABLE "AssistantVersion" ADD CONSTRAINT "AssistantVersion_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnowledgePage" ADD CONSTRAINT "KnowledgePage_workspaceId_sourceId_fkey" FOREIGN KEY ("workspaceId", "sourceId") REFERENCES "KnowledgeSource"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnowledgePassage" ADD CONSTRAINT "KnowledgePassage_workspaceId_pageId_fkey" FOREIGN KEY ("workspaceId", "pageId") REFERENCES "KnowledgePage"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AssistantTurn" ADD CONSTRAINT "AssistantTurn_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AssistantTurn" ADD CONSTRAINT "AssistantTurn_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaygroundChat" ADD CONSTRAINT "PlaygroundChat_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaygroundChat" ADD CONSTRAINT "PlaygroundChat_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaygroundChat" ADD CONSTRAINT "PlaygroundChat_workspaceId_versionId_fkey" FOREIGN KEY ("workspaceId", "versionId") REFERENCES "AssistantVersion"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvalQuestion" ADD CONSTRAINT "EvalQuestion_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvalQuestion" ADD CONSTRAINT "EvalQuestion_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvalRun" ADD CONSTRAINT "EvalRun_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvalRun" ADD CONSTRAINT "EvalRun_workspaceId_versionId_fkey" FOREIGN KEY ("workspaceId", "versionId") REFERENCES "AssistantVersion"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvalResult" ADD CONSTRAINT "EvalResult_workspaceId_runId_fkey" FOREIGN KEY ("workspaceId", "runId") REFERENCES "EvalRun"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvalResult" ADD CONSTRAINT "EvalResult_workspaceId_questionId_fkey" FOREIGN KEY ("workspaceId", "questionId") REFERENCES "EvalQuestion"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
create unique index "KnowledgeSource_key_key" on "KnowledgeSource" ("workspaceId", "aiId", key) where "deletedAt" is null;
create unique index "Integration_playground_key" on "Integration" ("workspaceId") where "isPlayground";
create unique index "AssistantVersion_draft_key" on "AssistantVersion" ("workspaceId", "aiId") where state = 'draft';
create unique index "AssistantVersion_live_key" on "AssistantVersion" ("workspaceId", "aiId") where state = 'live';
create unique index "EvalRun_under_way_key" on "EvalRun" ("workspaceId", "aiId") where state in ('queued', 'running');
-- What assistants have to answer: the conversation's row says it, so that no message can be without its turn.
create index "Conversation_ai_waits_idx" on "Conversation" ("workspaceId", "lastClientMessageAt")
  where "aiId" is not null and "needsResponse" and not ended;
create index "Conversation_playground_idx" on "Conversation" ("workspaceId", "createdAt") where "isPlayground";
create index "AssistantAnswer_unanswered_idx" on "AssistantAnswer" ("workspaceId", "aiId", "createdAt", id)
  where "isUnanswered" and not "isPlayground";
-- A person never has a conversation of the playground, and so stands in no agent's figures.
alter table "Conversation" add constraint "Conversation_playground_is_nobodys" check (not "isPlayground" or "assigneeId" is null);
create index "PlaygroundChat_replaying_idx" on "PlaygroundChat" ("createdAt") where "replayLines" <> '{}';
-- Traces that are still to be emptied (prune-answers.ts).
create index "AssistantAnswer_details_idx" on "AssistantAnswer" ("createdAt") where details is not null;
