-- Takes the locks of a sender's names without waiting, and then looks for a contact who may be this sender. It is volatile, so that
-- it looks at the rows as they are once the locks are held; a statement sees the rows as they were when it began.
create function lock_unknown_sender(workspace int, name_keys text[], known_ids text[], known_phone text) returns boolean
language plpgsql volatile as $$
begin
  if not (select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 0))) from unnest(name_keys) as key) then return false; end if;
  return not exists (select from "Client" c where c."workspaceId" = workspace and c."externalClientId" = any(known_ids))
    and (known_phone is null or not exists (select from "Client" c where c."workspaceId" = workspace and c.phone = known_phone));
end $$;
