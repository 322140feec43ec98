-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Plan" AS ENUM ('GATEWAY', 'FREE', 'BASIC', 'PREMIUM');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'AGENT_PLUS', 'AGENT');

-- CreateEnum
CREATE TYPE "TagType" AS ENUM ('common', 'client', 'message', 'conversation', 'conv', 'clientStage', 'convStage');

-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('queued', 'running', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "IntegrationType" AS ENUM ('WHATSAPP', 'WA_GATEWAY', 'FACEBOOK', 'INSTAGRAM', 'TELEGRAM', 'CUSTOM', 'WEBCHAT');

-- CreateEnum
CREATE TYPE "IntegrationState" AS ENUM ('active', 'pending', 'disabled', 'error');

-- CreateEnum
CREATE TYPE "MessageType" AS ENUM ('text', 'image', 'audio', 'document', 'video', 'location', 'interactive', 'template', 'contacts', 'note');

-- CreateEnum
CREATE TYPE "NoteType" AS ENUM ('internal', 'handover', 'summary', 'system');

-- CreateEnum
CREATE TYPE "MessageStatus" AS ENUM ('pending', 'sent', 'failed', 'delivered', 'read', 'played');

-- CreateEnum
CREATE TYPE "BroadcastState" AS ENUM ('draft', 'scheduled', 'inProgress', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "WebhookEvent" AS ENUM ('INCOMING_MESSAGE', 'OUTGOING_MESSAGE', 'MESSAGE_UPDATED', 'ENDING_CONV', 'NEW_CLIENT', 'NEW_CONV', 'CLIENT_UPDATED', 'ANY_EVENT', 'MESSAGE_UPDATED_SMPP');

-- CreateEnum
CREATE TYPE "DeliveryState" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "AIType" AS ENUM ('provider_a', 'provider_b', 'builtIn', 'custom');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "surname" TEXT,
    "avatar" TEXT,
    "passwordHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("provider","providerAccountId")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "userAgent" TEXT,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Workspace" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "Plan" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkspaceSettings" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "convTTL" INTEGER,
    "optOutKeyword" TEXT,
    "autoUnarchiveOnMessage" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "WorkspaceSettings_pkey" PRIMARY KEY ("workspaceId")
);

-- CreateTable
CREATE TABLE "WorkspaceTestNumber" (
    "workspaceId" INTEGER NOT NULL,
    "phone" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "WorkspaceTestNumber_pkey" PRIMARY KEY ("workspaceId","phone")
);

-- CreateTable
CREATE TABLE "Membership" (
    "workspaceId" INTEGER NOT NULL,
    "userId" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("workspaceId","userId")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "invitedById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "keyHash" BYTEA NOT NULL,
    "last4" TEXT NOT NULL,
    "agentId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Agent" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "surname" TEXT,
    "email" TEXT NOT NULL DEFAULT '',
    "avatar" TEXT,
    "isAvailable" BOOLEAN NOT NULL DEFAULT true,
    "lastSeenAt" TIMESTAMPTZ(3),
    "lastAssignedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Client" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT,
    "surname" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "address" TEXT,
    "city" TEXT,
    "country" TEXT,
    "code" TEXT,
    "avatarUrl" TEXT,
    "externalClientId" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "stageId" UUID,
    "defaultAgentId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "patchedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "archivedBy" TEXT,

    CONSTRAINT "Client_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ClientIdentity" (
    "workspaceId" INTEGER NOT NULL,
    "scope" TEXT NOT NULL,
    "externalId" TEXT NOT NULL,
    "clientId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ClientIdentity_pkey" PRIMARY KEY ("workspaceId","scope","externalId")
);

-- CreateTable
CREATE TABLE "Tag" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "type" "TagType" NOT NULL,
    "order" INTEGER,
    "description" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Tag_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Upload" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "sizeBytes" INTEGER,
    "storedAt" TIMESTAMPTZ(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ImportJob" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "skipErrors" BOOLEAN NOT NULL,
    "state" "ImportState" NOT NULL DEFAULT 'queued',
    "totalRows" INTEGER NOT NULL DEFAULT 0,
    "processedRows" INTEGER NOT NULL DEFAULT 0,
    "createdCount" INTEGER NOT NULL DEFAULT 0,
    "updatedCount" INTEGER NOT NULL DEFAULT 0,
    "failedCount" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ImportJob_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ImportJobRowError" (
    "workspaceId" INTEGER NOT NULL,
    "jobId" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "ImportJobRowError_pkey" PRIMARY KEY ("workspaceId","jobId","row")
);

-- CreateTable
CREATE TABLE "Integration" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "identifier" TEXT,
    "type" "IntegrationType" NOT NULL,
    "state" "IntegrationState" NOT NULL,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "credentials" TEXT NOT NULL,
    "ratePerSecond" DOUBLE PRECISION,
    "lastInboundAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "lastErrorAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "patchedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Integration_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "MessageTemplate" (
    "workspaceId" INTEGER NOT NULL,
    "integrationId" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "libraryTemplateName" TEXT,
    "components" JSONB NOT NULL,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MessageTemplate_pkey" PRIMARY KEY ("workspaceId","integrationId","id")
);

-- CreateTable
CREATE TABLE "Conversation" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "clientId" UUID NOT NULL,
    "externalConversationId" TEXT,
    "stageId" UUID,
    "orderNo" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ended" BOOLEAN NOT NULL DEFAULT false,
    "endedBy" TEXT,
    "endedAt" TIMESTAMPTZ(3),
    "assigneeId" UUID,
    "aiId" UUID,
    "ownerVersion" INTEGER NOT NULL DEFAULT 0,
    "broadcastId" UUID,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "lastMessageAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastMessageId" UUID,
    "lastClientMessageAt" TIMESTAMPTZ(3),
    "needsResponse" BOOLEAN NOT NULL DEFAULT false,
    "clientSearch" TEXT NOT NULL DEFAULT '',
    "rating" INTEGER,
    "ratedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Conversation_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Message" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "clientId" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "type" "MessageType" NOT NULL,
    "noteType" "NoteType",
    "isAgent" BOOLEAN NOT NULL,
    "agentId" UUID,
    "aiId" UUID,
    "createdBy" TEXT NOT NULL,
    "status" "MessageStatus" NOT NULL,
    "statusAt" TIMESTAMPTZ(3),
    "error" TEXT,
    "externalMessageId" TEXT,
    "replyToMessageId" UUID,
    "replyContext" JSONB,
    "template" JSONB,
    "broadcastId" UUID,
    "resendOfId" UUID,
    "sourceType" TEXT,
    "sourceUrl" TEXT,
    "raw" JSONB,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "providerAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "SendQueue" (
    "workspaceId" INTEGER NOT NULL,
    "messageId" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "attemptNo" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "giveUpAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SendQueue_pkey" PRIMARY KEY ("workspaceId","messageId")
);

-- CreateTable
CREATE TABLE "SendAttempt" (
    "workspaceId" INTEGER NOT NULL,
    "messageId" UUID NOT NULL,
    "attemptNo" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "responseStatus" INTEGER,
    "externalMessageId" TEXT,
    "error" TEXT,

    CONSTRAINT "SendAttempt_pkey" PRIMARY KEY ("workspaceId","messageId","attemptNo")
);

-- CreateTable
CREATE TABLE "ParkedStatus" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "externalMessageId" TEXT NOT NULL,
    "status" "MessageStatus" NOT NULL,
    "statusAt" TIMESTAMPTZ(3),
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ParkedStatus_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Broadcast" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "integrationId" UUID NOT NULL,
    "state" "BroadcastState" NOT NULL,
    "templateName" TEXT NOT NULL,
    "templateLang" TEXT,
    "templateComponents" JSONB,
    "clientTags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "clientStageId" UUID,
    "country" TEXT,
    "scheduledAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),
    "totalCount" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Broadcast_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "BroadcastRecipient" (
    "workspaceId" INTEGER NOT NULL,
    "broadcastId" UUID NOT NULL,
    "clientId" UUID NOT NULL,
    "messageId" UUID,
    "error" TEXT,

    CONSTRAINT "BroadcastRecipient_pkey" PRIMARY KEY ("workspaceId","broadcastId","clientId")
);

-- CreateTable
CREATE TABLE "Event" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "txid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "name" TEXT NOT NULL,
    "payload" JSON,
    "convId" UUID,
    "clientId" UUID,
    "messageId" UUID,
    "assigneeId" UUID,
    "prevAssigneeId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "EventCursor" (
    "reader" TEXT NOT NULL,
    "txid" xid8 NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "EventCursor_pkey" PRIMARY KEY ("reader")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event" "WebhookEvent" NOT NULL,
    "headers" TEXT,
    "secret" TEXT NOT NULL,
    "previousSecret" TEXT,
    "secretRotatedAt" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "failingSince" TIMESTAMPTZ(3),
    "disabledReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "eventSeq" BIGINT NOT NULL,
    "convId" UUID,
    "state" "DeliveryState" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "scheduleStep" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "responseStatus" INTEGER,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deliveredAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "workspaceId" INTEGER NOT NULL,
    "deliveryId" UUID NOT NULL,
    "attemptNo" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "responseStatus" INTEGER,
    "responseBody" TEXT,
    "error" TEXT,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("workspaceId","deliveryId","attemptNo")
);

-- CreateTable
CREATE TABLE "Assistant" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" "AIType" NOT NULL,
    "properties" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "patchedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Assistant_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "KnowledgeSource" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT,
    "uploadName" TEXT,
    "contentHash" BYTEA,
    "state" TEXT NOT NULL,
    "error" TEXT,
    "fetchedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "KnowledgeSource_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "KnowledgePassage" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "sourceId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "heading" TEXT,
    "content" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT 'simple',
    "search" tsvector NOT NULL,

    CONSTRAINT "KnowledgePassage_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "AssistantAnswer" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "aiId" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "clientMessageId" UUID NOT NULL,
    "messageId" UUID,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "promptTokens" INTEGER,
    "completionTokens" INTEGER,
    "durationMs" INTEGER NOT NULL,
    "details" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AssistantAnswer_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "CreditAccount" (
    "workspaceId" INTEGER NOT NULL,
    "balance" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "CreditAccount_pkey" PRIMARY KEY ("workspaceId")
);

-- CreateTable
CREATE TABLE "CreditEntry" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "delta" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "messageId" UUID,
    "stripeSessionId" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CreditEntry_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "workspaceId" INTEGER NOT NULL,
    "callerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "requestHash" BYTEA NOT NULL,
    "response" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("workspaceId","callerId","key")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "targetId" TEXT,
    "before" JSONB,
    "after" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "WorkspaceSettings_id_key" ON "WorkspaceSettings"("id");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE INDEX "Invitation_tokenHash_idx" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_workspaceId_email_idx" ON "Invitation"("workspaceId", "email");

-- CreateIndex
CREATE INDEX "ApiKey_keyHash_idx" ON "ApiKey"("keyHash");

-- CreateIndex
CREATE INDEX "ApiKey_workspaceId_createdAt_id_idx" ON "ApiKey"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_workspaceId_keyHash_key" ON "ApiKey"("workspaceId", "keyHash");

-- CreateIndex
CREATE INDEX "Agent_workspaceId_createdAt_id_idx" ON "Agent"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Agent_workspaceId_email_idx" ON "Agent"("workspaceId", "email");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_workspaceId_userId_key" ON "Agent"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "Client_workspaceId_createdAt_id_idx" ON "Client"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Client_workspaceId_phone_idx" ON "Client"("workspaceId", "phone");

-- CreateIndex
CREATE INDEX "Client_workspaceId_code_idx" ON "Client"("workspaceId", "code");

-- CreateIndex
CREATE INDEX "Client_workspaceId_stageId_createdAt_id_idx" ON "Client"("workspaceId", "stageId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Client_workspaceId_country_createdAt_id_idx" ON "Client"("workspaceId", "country", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Client_workspaceId_defaultAgentId_idx" ON "Client"("workspaceId", "defaultAgentId");

-- CreateIndex
CREATE UNIQUE INDEX "Client_workspaceId_externalClientId_key" ON "Client"("workspaceId", "externalClientId");

-- CreateIndex
CREATE INDEX "ClientIdentity_workspaceId_clientId_idx" ON "ClientIdentity"("workspaceId", "clientId");

-- CreateIndex
CREATE INDEX "Tag_workspaceId_createdAt_id_idx" ON "Tag"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Upload_workspaceId_fileName_key" ON "Upload"("workspaceId", "fileName");

-- CreateIndex
CREATE INDEX "ImportJob_workspaceId_createdAt_id_idx" ON "ImportJob"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Integration_id_idx" ON "Integration"("id");

-- CreateIndex
CREATE INDEX "Integration_workspaceId_createdAt_id_idx" ON "Integration"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "MessageTemplate_workspaceId_integrationId_name_language_idx" ON "MessageTemplate"("workspaceId", "integrationId", "name", "language");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_createdAt_id_idx" ON "Conversation"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_lastMessageAt_id_idx" ON "Conversation"("workspaceId", "lastMessageAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_clientId_createdAt_id_idx" ON "Conversation"("workspaceId", "clientId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_integrationId_createdAt_id_idx" ON "Conversation"("workspaceId", "integrationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_assigneeId_createdAt_id_idx" ON "Conversation"("workspaceId", "assigneeId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_aiId_createdAt_id_idx" ON "Conversation"("workspaceId", "aiId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_stageId_createdAt_id_idx" ON "Conversation"("workspaceId", "stageId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_ended_createdAt_id_idx" ON "Conversation"("workspaceId", "ended", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_externalConversationId_idx" ON "Conversation"("workspaceId", "externalConversationId");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_broadcastId_idx" ON "Conversation"("workspaceId", "broadcastId");

-- CreateIndex
CREATE INDEX "Message_workspaceId_createdAt_id_idx" ON "Message"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Message_workspaceId_convId_createdAt_id_idx" ON "Message"("workspaceId", "convId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Message_workspaceId_clientId_createdAt_id_idx" ON "Message"("workspaceId", "clientId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Message_workspaceId_type_createdAt_id_idx" ON "Message"("workspaceId", "type", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Message_workspaceId_broadcastId_idx" ON "Message"("workspaceId", "broadcastId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_workspaceId_convId_seq_key" ON "Message"("workspaceId", "convId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Message_workspaceId_integrationId_isAgent_externalMessageId_key" ON "Message"("workspaceId", "integrationId", "isAgent", "externalMessageId");

-- CreateIndex
CREATE INDEX "SendQueue_workspaceId_integrationId_priority_nextAttemptAt_idx" ON "SendQueue"("workspaceId", "integrationId", "priority", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "SendQueue_workspaceId_convId_seq_key" ON "SendQueue"("workspaceId", "convId", "seq");

-- CreateIndex
CREATE INDEX "ParkedStatus_workspaceId_integrationId_externalMessageId_idx" ON "ParkedStatus"("workspaceId", "integrationId", "externalMessageId");

-- CreateIndex
CREATE INDEX "ParkedStatus_createdAt_idx" ON "ParkedStatus"("createdAt");

-- CreateIndex
CREATE INDEX "Broadcast_workspaceId_createdAt_id_idx" ON "Broadcast"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Broadcast_workspaceId_integrationId_createdAt_id_idx" ON "Broadcast"("workspaceId", "integrationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Broadcast_workspaceId_state_createdAt_id_idx" ON "Broadcast"("workspaceId", "state", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Broadcast_workspaceId_templateName_createdAt_id_idx" ON "Broadcast"("workspaceId", "templateName", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Broadcast_workspaceId_startedAt_idx" ON "Broadcast"("workspaceId", "startedAt");

-- CreateIndex
CREATE INDEX "BroadcastRecipient_workspaceId_messageId_idx" ON "BroadcastRecipient"("workspaceId", "messageId");

-- CreateIndex
CREATE INDEX "Event_txid_seq_idx" ON "Event"("txid", "seq");

-- CreateIndex
CREATE INDEX "Event_workspaceId_createdAt_idx" ON "Event"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "Webhook_workspaceId_createdAt_id_idx" ON "Webhook"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_workspaceId_eventId_idx" ON "WebhookDelivery"("workspaceId", "eventId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_workspaceId_webhookId_createdAt_id_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_workspaceId_webhookId_eventId_key" ON "WebhookDelivery"("workspaceId", "webhookId", "eventId");

-- CreateIndex
CREATE INDEX "WebhookAttempt_startedAt_idx" ON "WebhookAttempt"("startedAt");

-- CreateIndex
CREATE INDEX "Assistant_workspaceId_createdAt_id_idx" ON "Assistant"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "KnowledgeSource_workspaceId_aiId_createdAt_id_idx" ON "KnowledgeSource"("workspaceId", "aiId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "KnowledgePassage_workspaceId_sourceId_position_key" ON "KnowledgePassage"("workspaceId", "sourceId", "position");

-- CreateIndex
CREATE INDEX "AssistantAnswer_workspaceId_aiId_createdAt_id_idx" ON "AssistantAnswer"("workspaceId", "aiId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AssistantAnswer_workspaceId_clientMessageId_key" ON "AssistantAnswer"("workspaceId", "clientMessageId");

-- CreateIndex
CREATE INDEX "CreditEntry_workspaceId_createdAt_id_idx" ON "CreditEntry"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "CreditEntry_workspaceId_messageId_idx" ON "CreditEntry"("workspaceId", "messageId");

-- CreateIndex
CREATE UNIQUE INDEX "CreditEntry_workspaceId_stripeSessionId_key" ON "CreditEntry"("workspaceId", "stripeSessionId");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- CreateIndex
CREATE INDEX "AuditEntry_workspaceId_createdAt_id_idx" ON "AuditEntry"("workspaceId", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkspaceSettings" ADD CONSTRAINT "WorkspaceSettings_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkspaceTestNumber" ADD CONSTRAINT "WorkspaceTestNumber_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "WorkspaceSettings"("workspaceId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_workspaceId_stageId_fkey" FOREIGN KEY ("workspaceId", "stageId") REFERENCES "Tag"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_workspaceId_defaultAgentId_fkey" FOREIGN KEY ("workspaceId", "defaultAgentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClientIdentity" ADD CONSTRAINT "ClientIdentity_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportJobRowError" ADD CONSTRAINT "ImportJobRowError_workspaceId_jobId_fkey" FOREIGN KEY ("workspaceId", "jobId") REFERENCES "ImportJob"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MessageTemplate" ADD CONSTRAINT "MessageTemplate_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_workspaceId_stageId_fkey" FOREIGN KEY ("workspaceId", "stageId") REFERENCES "Tag"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_workspaceId_assigneeId_fkey" FOREIGN KEY ("workspaceId", "assigneeId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_workspaceId_broadcastId_fkey" FOREIGN KEY ("workspaceId", "broadcastId") REFERENCES "Broadcast"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_replyToMessageId_fkey" FOREIGN KEY ("workspaceId", "replyToMessageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_workspaceId_resendOfId_fkey" FOREIGN KEY ("workspaceId", "resendOfId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SendQueue" ADD CONSTRAINT "SendQueue_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SendQueue" ADD CONSTRAINT "SendQueue_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SendAttempt" ADD CONSTRAINT "SendAttempt_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ParkedStatus" ADD CONSTRAINT "ParkedStatus_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_workspaceId_integrationId_fkey" FOREIGN KEY ("workspaceId", "integrationId") REFERENCES "Integration"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_workspaceId_clientStageId_fkey" FOREIGN KEY ("workspaceId", "clientStageId") REFERENCES "Tag"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BroadcastRecipient" ADD CONSTRAINT "BroadcastRecipient_workspaceId_broadcastId_fkey" FOREIGN KEY ("workspaceId", "broadcastId") REFERENCES "Broadcast"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BroadcastRecipient" ADD CONSTRAINT "BroadcastRecipient_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_webhookId_fkey" FOREIGN KEY ("workspaceId", "webhookId") REFERENCES "Webhook"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_workspaceId_deliveryId_fkey" FOREIGN KEY ("workspaceId", "deliveryId") REFERENCES "WebhookDelivery"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnowledgeSource" ADD CONSTRAINT "KnowledgeSource_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnowledgePassage" ADD CONSTRAINT "KnowledgePassage_workspaceId_sourceId_fkey" FOREIGN KEY ("workspaceId", "sourceId") REFERENCES "KnowledgeSource"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AssistantAnswer" ADD CONSTRAINT "AssistantAnswer_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditEntry" ADD CONSTRAINT "CreditEntry_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
