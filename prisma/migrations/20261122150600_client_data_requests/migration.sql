-- CreateEnum
CREATE TYPE "ClientDataKind" AS ENUM ('export', 'erasure');

-- CreateEnum
CREATE TYPE "ClientDataState" AS ENUM ('queued', 'running', 'completed', 'failed');

-- CreateTable
CREATE TABLE "ClientDataRequest" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "clientId" UUID NOT NULL,
    "kind" "ClientDataKind" NOT NULL,
    "state" "ClientDataState" NOT NULL DEFAULT 'queued',
    "totalCount" INTEGER NOT NULL DEFAULT 0,
    "doneCount" INTEGER NOT NULL DEFAULT 0,
    "fileName" TEXT,
    "error" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ClientDataRequest_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateIndex
CREATE INDEX "ClientDataRequest_workspaceId_clientId_createdAt_idx" ON "ClientDataRequest"("workspaceId", "clientId", "createdAt");

-- AddForeignKey
ALTER TABLE "ClientDataRequest" ADD CONSTRAINT "ClientDataRequest_workspaceId_clientId_fkey" FOREIGN KEY ("workspaceId", "clientId") REFERENCES "Client"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
-- Those that are to be done: looked for every few seconds.
create index "ClientDataRequest_waiting_idx" on "ClientDataRequest" ("workspaceId", id) where state in ('queued', 'running');

-- The record is only added to. A transaction that sets app.audit_retention may delete what must go by age, and empty what an entry says
-- of a person who is erased: who did what, to what and when stays as it is.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.audit_retention', true) = 'on' then
    if tg_op = 'DELETE' then
      return old;
    end if;
    if tg_op = 'UPDATE' and new."before" is null and new."after" is null
      and to_jsonb(new) - array['before', 'after'] = to_jsonb(old) - array['before', 'after'] then
      return new;
    end if;
  end if;
  raise exception 'the audit record is only added to' using errcode = 'insufficient_privilege';
end $$;
