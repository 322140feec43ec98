-- AlterTable
ALTER TABLE "WorkspaceSettings" ADD COLUMN     "slaFirstMinutes" INTEGER,
ADD COLUMN     "slaHours" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "slaNextMinutes" INTEGER,
ADD COLUMN     "slaTimeZone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "readReceipts" TEXT NOT NULL DEFAULT 'opened';

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "slaDueAt" TIMESTAMPTZ(3),
ADD COLUMN     "slaToldDueAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "MailNotice" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "convId" UUID NOT NULL,
    "messageId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "letterId" UUID,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "MailNotice_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "MailNotice_workspaceId_userId_event_convId_at_key" ON "MailNotice"("workspaceId", "userId", "event", "convId", "at");

-- AddForeignKey
ALTER TABLE "MailNotice" ADD CONSTRAINT "MailNotice_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailNotice" ADD CONSTRAINT "MailNotice_workspaceId_convId_fkey" FOREIGN KEY ("workspaceId", "convId") REFERENCES "Conversation"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailNotice" ADD CONSTRAINT "MailNotice_workspaceId_messageId_fkey" FOREIGN KEY ("workspaceId", "messageId") REFERENCES "Message"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ── What Prisma cannot say ────────────────────────────────────────────────────────────────────────────────────────────────
alter table "Integration" add constraint "Integration_readReceipts_known" check ("readReceipts" in ('never', 'opened', 'replied'));
alter table "WorkspaceSettings" add constraint "WorkspaceSettings_sla_positive" check ("slaFirstMinutes" > 0 and "slaNextMinutes" > 0);
-- Only who waits under a target stands in it: workspaces without targets pay nothing.
create index "Conversation_sla_due_idx" on "Conversation" ("workspaceId", "slaDueAt", id) where "slaDueAt" is not null;
create index "MailNotice_waiting_idx" on "MailNotice" ("workspaceId", "userId", at) where "settledAt" is null;
create index "MailNotice_settled_idx" on "MailNotice" ("settledAt") where "settledAt" is not null;

-- The moment at which `minutes` of business hours have run since `since`. `hours`: [{day: 1 (Monday) to 7, from, to}], minutes of the
-- day on the clock of `zone`, in order and without overlaps; empty: round the clock. Opening and closing are turned into moments
-- before they are counted, so a day on which the clocks change has as many minutes as it has. Null without minutes, and where a year
-- of these hours is not enough.
create function sla_due(since timestamptz, minutes int, hours jsonb, zone text) returns timestamptz language plpgsql stable parallel safe as $$
declare
  -- In seconds: an interval may hold days, whose length the session's own time zone would decide.
  remaining numeric := minutes * 60;
  today date := (since at time zone zone)::date;
  span jsonb;
  opens timestamptz;
  closes timestamptz;
begin
  if minutes is null then return null; end if;
  if hours = '[]'::jsonb then return since + make_interval(secs => remaining); end if;
  for offset_days in 0 .. 366 loop
    for span in select s from jsonb_array_elements(hours) s
      where (s ->> 'day')::int = extract(isodow from today + offset_days) order by (s ->> 'from')::int
    loop
      opens := greatest(since, ((today + offset_days)::timestamp + make_interval(mins => (span ->> 'from')::int)) at time zone zone);
      closes := ((today + offset_days)::timestamp + make_interval(mins => (span ->> 'to')::int)) at time zone zone;
      continue when closes <= opens;
      if remaining <= extract(epoch from closes - opens) then return opens + make_interval(secs => remaining); end if;
      remaining := remaining - extract(epoch from closes - opens);
    end loop;
  end loop;
  return null;
end $$;

-- Until when a conversation in which the client waits since `since` is to be answered. The first answer is one of ours, no note and no
-- broadcast, after something that the client wrote.
create function conv_sla_due(workspace int, conv uuid, since timestamptz, is_new boolean) returns timestamptz language plpgsql stable as $$
declare
  s "WorkspaceSettings";
  is_first boolean := is_new;
begin
  if since is null then return null; end if;
  select * into s from "WorkspaceSettings" w where w."workspaceId" = workspace;
  if s."slaFirstMinutes" is null and s."slaNextMinutes" is null then return null; end if;
  if not is_first then
    is_first := not exists (
      select from "Message" m where m."workspaceId" = workspace and m."convId" = conv and m."isAgent" and m.type <> 'note'
        and m."broadcastId" is null and m.seq > (
          select f.seq from "Message" f where f."workspaceId" = workspace and f."convId" = conv and not f."isAgent" order by f.seq limit 1));
  end if;
  return sla_due(since, case when is_first then s."slaFirstMinutes" else s."slaNextMinutes" end, s."slaHours", s."slaTimeZone");
end $$;

create or replace function conv_waiting_since() returns trigger language plpgsql as $$
begin
  new."waitingSince" := case when new."needsResponse" then coalesce(new."lastClientMessageAt", new."lastMessageAt") end;
  new."slaDueAt" := case when new."needsResponse" and not new."isPlayground"
    then conv_sla_due(new."workspaceId", new.id, new."waitingSince", tg_op = 'INSERT') end;
  return new;
end $$;

-- Who is told of anything by mail: the reader of the event log asks each time whether there is anybody.
create index "Membership_mailed_idx" on "Membership" ("workspaceId") where preferences @? '$.notify.*.email ? (@ == true)';
