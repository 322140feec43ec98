-- Who waits since when: of messages that are stored together the first one's time, where the statement names it; else the last one's.
create or replace function conv_waiting_since() returns trigger language plpgsql as $$
begin
  new."waitingSince" := case when new."needsResponse"
    then coalesce(new."waitingSince", new."lastClientMessageAt", new."lastMessageAt") end;
  new."slaDueAt" := case when new."needsResponse" and not new."isPlayground"
    then conv_sla_due(new."workspaceId", new.id, new."waitingSince", tg_op = 'INSERT') end;
  return new;
end $$;
