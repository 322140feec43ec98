-- The moments in which the clock of `zone` shows minutes `since` to `until` of a day. There are two spans where the clocks change in between:
-- an hour that comes twice is open twice, one that is left out is not open at all.
create function clock_spans(day date, since int, until int, zone text) returns table (opens timestamptz, closes timestamptz)
language plpgsql stable parallel safe rows 1 as $$
declare
  first timestamp := day::timestamp + make_interval(mins => since);
  last timestamp := day::timestamp + make_interval(mins => until);
  -- Seconds since 1970. A day on whose edge the clocks change is looked at with that edge.
  lo bigint := extract(epoch from day::timestamp at time zone zone) - 3 * 3600;
  hi bigint := extract(epoch from (day + 1)::timestamp at time zone zone) + 3 * 3600;
  mid bigint;
  before interval := to_timestamp(lo) at time zone zone - to_timestamp(lo) at time zone 'UTC';
  after interval := to_timestamp(hi) at time zone zone - to_timestamp(hi) at time zone 'UTC';
begin
  if before = after then
    return query select (first - before) at time zone 'UTC', (last - before) at time zone 'UTC';
    return;
  end if;
  -- The second of the change.
  while hi - lo > 1 loop
    mid := (lo + hi) / 2;
    if to_timestamp(mid) at time zone zone - to_timestamp(mid) at time zone 'UTC' = before then lo := mid; else hi := mid; end if;
  end loop;
  return query
    select (first - before) at time zone 'UTC', least((last - before) at time zone 'UTC', to_timestamp(hi))
    union all
    select greatest((first - after) at time zone 'UTC', to_timestamp(hi)), (last - after) at time zone 'UTC';
end $$;

-- As before, but by clock_spans: hours that end at 2:00 were open for an hour too long on the day on which 2:00 comes twice.
create or replace function sla_due(since timestamptz, minutes int, hours jsonb, zone text) returns timestamptz
language plpgsql stable parallel safe as $$
declare
  -- In seconds: an interval may hold days, whose length the session's own time zone would decide.
  remaining numeric := minutes * 60;
  today date := (since at time zone zone)::date;
  span record;
begin
  if minutes is null then return null; end if;
  if hours = '[]'::jsonb then return since + make_interval(secs => remaining); end if;
  for offset_days in 0 .. 366 loop
    for span in select greatest(since, c.opens) as opens, c.closes from jsonb_array_elements(hours) s,
        clock_spans(today + offset_days, (s ->> 'from')::int, (s ->> 'to')::int, zone) c
      where (s ->> 'day')::int = extract(isodow from today + offset_days) and c.closes > greatest(since, c.opens) order by 1
    loop
      if remaining <= extract(epoch from span.closes - span.opens) then return span.opens + make_interval(secs => remaining); end if;
      remaining := remaining - extract(epoch from span.closes - span.opens);
    end loop;
  end loop;
  return null;
end $$;
