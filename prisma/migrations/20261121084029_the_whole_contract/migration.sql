-- AlterTable
ALTER TABLE "Invitation" ADD COLUMN     "acceptedById" UUID,
ADD COLUMN     "revokedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "name" TEXT,
ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT 'media';

-- AlterTable
ALTER TABLE "ImportJob" ADD COLUMN     "fileVersion" TEXT;

-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "templatesFetchedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "SendQueue" ADD COLUMN     "costsCredits" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ConvAssignment" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "convId" UUID NOT NULL,
    "agentId" UUID,
    "aiId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConvAssignment_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateIndex
CREATE INDEX "ConvAssignment_workspaceId_convId_idx" ON "ConvAssignment"("workspaceId", "convId");

-- CreateIndex
CREATE INDEX "ConvAssignment_workspaceId_agentId_createdAt_idx" ON "ConvAssignment"("workspaceId", "agentId", "createdAt");

-- CreateIndex
CREATE INDEX "Message_workspaceId_agentId_createdAt_idx" ON "Message"("workspaceId", "agentId", "createdAt");

-- AddForeignKey
ALTER TABLE "ConvAssignment" ADD CONSTRAINT "ConvAssignment_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConvAssignment" ADD CONSTRAINT "ConvAssignment_workspaceId_agentId_fkey" FOREIGN KEY ("workspaceId", "agentId") REFERENCES "Agent"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConvAssignment" ADD CONSTRAINT "ConvAssignment_workspaceId_aiId_fkey" FOREIGN KEY ("workspaceId", "aiId") REFERENCES "Assistant"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One invitation of an e-mail waits at a time.
create unique index "Invitation_one_waiting_key" on "Invitation" ("workspaceId", email) where "acceptedAt" is null and "revokedAt" is null;
alter table "Invitation" add constraint "Invitation_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "Upload" add constraint "Upload_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);
alter table "ImportJob" add constraint "ImportJob_workspace_fkey" foreign key ("workspaceId") references "Workspace" (id);

-- Conversations from before this table: whoever has them now was given them when they opened.
insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId", "aiId", "createdAt")
  select "workspaceId", gen_random_uuid(), id, "assigneeId", "aiId", "createdAt" from "Conversation"
  where "assigneeId" is not null or "aiId" is not null;

-- How the mail of an invitation went.
alter table "Invitation" add column "mailState" text not null default 'waiting', add column "mailError" text;

-- What the worker looks for each second: broadcasts under way, of all workspaces.
create index "Broadcast_running_idx" on "Broadcast" ("workspaceId", id) where state = 'inProgress';

-- Merged contacts: who they are now, and where each identity came from.
alter table "Client" add column "mergedIntoId" uuid;
alter table "Client" add constraint "Client_workspaceId_mergedIntoId_fkey" foreign key ("workspaceId", "mergedIntoId")
  references "Client" ("workspaceId", id) on delete restrict on update cascade;
create index "Client_merged_idx" on "Client" ("workspaceId", "mergedIntoId") where "mergedIntoId" is not null;
alter table "ClientIdentity" add column "broughtById" uuid;
alter table "ClientIdentity" add constraint "ClientIdentity_workspaceId_broughtById_fkey" foreign key ("workspaceId", "broughtById")
  references "Client" ("workspaceId", id) on delete restrict on update cascade;
create index "ClientIdentity_brought_idx" on "ClientIdentity" ("workspaceId", "broughtById") where "broughtById" is not null;
alter table "Conversation" add column "clientAddress" text;

-- What agentsReport looks for by time.
create index "Conversation_ended_at_idx" on "Conversation" ("workspaceId", "endedAt") where ended;
create index "Conversation_rated_at_idx" on "Conversation" ("workspaceId", "ratedAt") where "ratedAt" is not null;

-- A message goes to the address that its sender named, whatever else the contact can be reached by.
alter table "Message" add column "address" text;
