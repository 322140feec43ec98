/**
 * The statements that fill a workspace, in the order in which they run. All chance comes from numbering what is made and hashing the
 * number (`pg_temp.u`), so two fills differ in their times and ids alone.
 */

/** Parameters: the phrases, the sizes of conversations by their number. */
export const HELPERS = `
create function pg_temp.u(no bigint, salt bigint) returns float8 language sql immutable parallel safe
  return (hashint8extended(no, salt) & 4294967295)::float8 / 4294967296.0;
-- A version 7 id of that moment.
create function pg_temp.id_at(at timestamptz, run text, salt text, no bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(run || salt || no), 1, 3)
    || '8' || substr(md5(run || salt || no), 4, 15))::uuid;
create temp table bench_phrase (no int primary key, words text not null);
create temp table bench_size (no int primary key, size int not null)`;

export const PHRASES = `insert into bench_phrase select no - 1, words from unnest($1::text[]) with ordinality as p(words, no)`;

export const SIZES = `insert into bench_size select $1::int + no - 1, size from unnest($2::int[]) with ordinality as s(size, no)`;

/** Of the workspace's agents, this share has conversations to do; the rest of the open ones are nobody's. */
const UNASSIGNED = 0.25;

/**
 * Every conversation as numbers: whose, where, how long, when. One in a hundred open ones for nine ended; a contact's second and
 * later conversations have all ended, so nobody has two open ones on a channel. The planted long ones are open.
 * $1 now, $2 contacts, $3 channels' shares summed up, $4 agents, $5 run
 */
export const CONVS = `
create temp table bench_conv as
with drawn as (
  select no, size, sum(size) over (order by no) - size as first, no % $2::int as client_no,
    (select count(*) from unnest($3::float8[]) share where share <= pg_temp.u(no, 11)) as channel_no,
    case when pg_temp.u(no, 12) >= ${UNASSIGNED} then floor(power(pg_temp.u(no, 13), 1.6) * $4::int)::int end as agent_no,
    no >= $2::int or (size < 5000 and pg_temp.u(no, 14) < 0.875) as ended,
    pg_temp.u(no, 15) < 0.55 as client_last
  from bench_size
), timed as (
  select *,
    $1::timestamptz - case when ended then interval '1 hour' + power(pg_temp.u(no, 16), 1.4) * interval '365 days'
      else interval '1 minute' + power(pg_temp.u(no, 16), 3) * interval '14 days' end as last_at,
    least(20000 * (1 + 134 * power(pg_temp.u(no, 17), 2)), 300 * 86400000.0 / size) as gap_ms
  from drawn
)
select *, date_trunc('milliseconds', last_at - make_interval(secs => size * gap_ms / 1000)) as created_at,
  pg_temp.id_at(last_at - make_interval(secs => size * gap_ms / 1000), $5::text, 'conv', no) as id
from timed`;

/** $1 run */
export const CLIENTS_OF_CONVS = `
create temp table bench_client as
select client_no as no, min(created_at) as created_at, pg_temp.id_at(min(created_at), $1::text, 'client', client_no) as id
from bench_conv group by client_no`;

export const KEYS = `
create unique index on bench_conv (no);
create unique index on bench_client (no);
analyze bench_conv; analyze bench_client; analyze bench_phrase`;

/**
 * $1 workspace, $2 first names, $3 last names, $4 calling codes, $5 countries, $6 cities, $7 their shares summed up, $8 tags,
 * $9 stages, $10 run, $11 the number of the first contact
 */
export const CLIENTS = `
insert into "Client" ("workspaceId", id, name, surname, phone, email, city, country, "externalClientId", tags, "stageId", "createdAt")
select $1::int, c.id, n.first, n.last, '+' || ($4::text[])[n.land] || lpad((c.no + $11::int)::text, 7, '0'),
  case when pg_temp.u(c.no, 25) < 0.4 then lower(n.first) || '.' || (c.no + $11::int) || '@example.com' end,
  ($6::text[])[n.land], ($5::text[])[n.land], case when pg_temp.u(c.no, 26) < 0.3 then 'crm-' || $10::text || '-' || c.no end,
  case when pg_temp.u(c.no, 27) < 0.3 then array[($8::text[])[1 + floor(pg_temp.u(c.no, 28) * cardinality($8::text[]))::int]]
    else '{}' end,
  case when pg_temp.u(c.no, 29) < 0.6 then ($9::uuid[])[1 + floor(pg_temp.u(c.no, 30) * cardinality($9::uuid[]))::int] end,
  c.created_at
from bench_client c cross join lateral (
  select ($2::text[])[1 + floor(pg_temp.u(c.no, 21) * cardinality($2::text[]))::int] as first,
    ($3::text[])[1 + floor(pg_temp.u(c.no, 22) * cardinality($3::text[]))::int] as last,
    1 + (select count(*) from unnest($7::float8[]) share where share <= pg_temp.u(c.no, 23))::int as land
) n
order by c.no`;

/** Their names on the channels that they wrote on. $1 workspace, $2 types, $3 scopes */
export const IDENTITIES = `
insert into "ClientIdentity" ("workspaceId", scope, "externalId", "clientId", "createdAt")
select $1::int, ($3::text[])[channel_no + 1],
  case ($2::text[])[channel_no + 1] when 'WHATSAPP' then substr(c.phone, 2) else 'person-' || b.id end, b.id, min(v.created_at)
from bench_conv v join bench_client b on b.no = v.client_no join "Client" c on c."workspaceId" = $1::int and c.id = b.id
group by channel_no, b.id, c.phone`;

/**
 * The conversations from $7 up to $8 with all their messages; what a conversation's row says of its messages is read off them.
 * An ended one of more than one message closes with the line that says so.
 * $1 workspace, $2 channels, $3 types, $4 agents, $5 their users, $6 run, $9 stages, $10 tags, $11 now
 */
export const MESSAGES = `
with drawn as materialized (
  select c.no, c.size, c.ended, c.agent_no, c.channel_no, c.id as conv_id, b.id as client_id, c.created_at, c.last_at,
    k, c.first + k as g, cast(case when k = c.size then c.last_at else c.last_at
      - make_interval(secs => ((c.size - k) + 0.9 * pg_temp.u(c.first + k, 31)) * c.gap_ms / 1000) end as timestamptz(3)) as at,
    case when c.ended and c.size > 1 and k = c.size then 'system' when k = 1 then 'client'
      when k < c.size and pg_temp.u(c.first + k, 32) < 0.03 then 'note'
      when k = c.size then case when c.client_last then 'client' else 'ours' end
      when pg_temp.u(c.first + k, 33) < 0.5 then 'client' else 'ours' end as kind,
    coalesce(c.agent_no, floor(pg_temp.u(c.first + k, 34) * cardinality($4::uuid[]))::int) + 1 as by
  from bench_conv c join bench_client b on b.no = c.client_no cross join lateral generate_series(1, c.size) k
  where c.no >= $7::int and c.no < $8::int
), said as materialized (
  select d.*, pg_temp.id_at(at, $6::text, 'message', g) as id, kind <> 'client' as is_agent,
    kind = 'client' and pg_temp.u(g, 35) < 0.01 as is_place, pg_temp.u(g, 36) as luck,
    max(k) filter (where kind = 'ours') over (partition by d.no) as answered,
    p.words || ' ' || q.words as words
  from drawn d
  join bench_phrase p on p.no = floor(pg_temp.u(g, 37) * (select count(*) from bench_phrase))::int
  join bench_phrase q on q.no = floor(pg_temp.u(g, 38) * (select count(*) from bench_phrase))::int
), written as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "noteType", "isAgent", "agentId",
    "createdBy", status, "statusAt", error, "externalMessageId", "providerAt", "createdAt")
  select $1::int, id, conv_id, client_id, ($2::uuid[])[channel_no + 1], k,
    case when kind = 'system' then 'Ended the conversation'
      when is_place then json_build_object('latitude', 38 + 15 * luck, 'longitude', 12 * luck)::text else words end,
    (case when kind in ('note', 'system') then 'note' when is_place then 'location' else 'text' end)::"MessageType",
    (case kind when 'system' then 'system' when 'note' then 'internal' end)::"NoteType", is_agent,
    case when is_agent then ($4::uuid[])[by] end, case when is_agent then ($5::text[])[by] else client_id::text end,
    (case when kind <> 'ours' then 'delivered' when luck < 0.01 then 'failed' when luck < 0.05 then 'sent'
      when luck < 0.3 then 'delivered' else 'read' end)::"MessageStatus",
    case when kind = 'ours' then at + interval '4 seconds' end,
    case when kind = 'ours' and luck < 0.01 then 'The recipient cannot be reached' end,
    case when kind = 'client' then 'in-' || $6::text || '-' || g when kind = 'ours' and luck >= 0.01 then 'out-' || $6::text || '-' || g end,
    case when kind = 'client' then at - interval '400 milliseconds' end, at
  from said order by no, k
), facts as (
  select no, max(k) as last_seq, max(at) filter (where kind <> 'system') as last_message_at,
    max(at) filter (where kind = 'client') as last_client_at,
    min(at) filter (where kind = 'client' and k > coalesce(answered, 0)) as waiting_since
  from said group by no
)
insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "clientAddress", "stageId", "orderNo", tags, ended, "endedBy",
  "endedAt", "assigneeId", "lastSeq", "lastMessageAt", "lastMessageId", "lastClientMessageAt", "needsResponse", "waitingSince",
  "clientSearch", "snoozedAt", "snoozedUntil", "snoozedBy", "createdAt")
select $1::int, c.id, ($2::uuid[])[c.channel_no + 1], b.id,
  case ($3::text[])[c.channel_no + 1] when 'WHATSAPP' then substr(l.phone, 2) else 'person-' || b.id end,
  case when pg_temp.u(c.no, 41) < 0.5 then ($9::uuid[])[1 + floor(pg_temp.u(c.no, 42) * cardinality($9::uuid[]))::int] end,
  case when pg_temp.u(c.no, 43) < 0.2 then 'A-' || 100000 + c.no end,
  case when pg_temp.u(c.no, 44) < 0.35 then array[($10::text[])[1 + floor(pg_temp.u(c.no, 45) * cardinality($10::text[]))::int]]
    else '{}' end,
  c.ended, case when c.ended then coalesce(($5::text[])[c.agent_no + 1], 'SYSTEM') end, case when c.ended then c.last_at end,
  ($4::uuid[])[c.agent_no + 1], f.last_seq, f.last_message_at, m.id, f.last_client_at,
  not c.ended and f.waiting_since is not null, case when not c.ended then f.waiting_since end, client_search_text(l),
  z.at, case when z.at is not null and pg_temp.u(c.no, 46) < 0.5 then $11::timestamptz + interval '1 day' end,
  case when z.at is not null then ($5::text[])[coalesce(c.agent_no, 0) + 1] end, c.created_at
from bench_conv c
join facts f on f.no = c.no
join said m on m.no = c.no and m.at = f.last_message_at
join bench_client b on b.no = c.client_no
join "Client" l on l."workspaceId" = $1::int and l.id = b.id
cross join lateral (select case when not c.ended and c.size < 5000 and pg_temp.u(c.no, 47) < 0.03
  then least($11::timestamptz, c.last_at + interval '30 seconds') end as at) z
order by c.no`;

/** $1 workspace, $2 agents, $3 run */
export const ASSIGNMENTS = `
insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId", "createdAt")
select $1::int, pg_temp.id_at(created_at, $3::text, 'assignment', no), id, ($2::uuid[])[agent_no + 1], created_at
from bench_conv where agent_no is not null`;

/** How far whoever has a conversation has read it: mostly to its end. $1 workspace, $2 agents */
export const READS = `
insert into "ConvRead" ("workspaceId", "convId", "agentId", "lastReadSeq", "readAt")
select $1::int, id, ($2::uuid[])[agent_no + 1], case when ended or pg_temp.u(no, 51) < 0.8 then size else greatest(0, size - 3) end, last_at
from bench_conv where agent_no is not null and pg_temp.u(no, 52) < 0.9`;

/** Tables that are filled, and whose indexes are built anew after a large fill. */
export const TABLES = ["Client", "ClientIdentity", "Conversation", "Message", "ConvAssignment", "ConvRead"] as const;

/** Their indexes that nothing refers to. $1 tables */
export const INDEXES = `
select i.relname as name, pg_get_indexdef(i.oid) as definition from pg_index x join pg_class i on i.oid = x.indexrelid
join pg_class t on t.oid = x.indrelid
where t.relname = any($1::text[]) and t.relnamespace = current_schema()::regnamespace
  and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid)
order by pg_relation_size(i.oid), i.relname`;
