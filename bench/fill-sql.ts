/**
 * The statements that fill a workspace, in the order in which they run. All randomness comes from hashing row numbers
 * (`pg_temp.u`), so two fills differ only in their times and ids.
 */

export const HELPERS = `
create function pg_temp.u(no bigint, salt bigint) returns float8 language sql immutable parallel safe
  return (hashint8extended(no, salt) & 4294967295)::float8 / 4294967296.0;
-- A version 7 id of that moment.
create function pg_temp.id_at(at timestamptz, run text, salt text, no bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(run || salt || no), 1, 3)
    || '8' || substr(md5(run || salt || no), 4, 15))::uuid;
create temp table bench_size (no int primary key, size int not null)`;

export const SIZES = `insert into bench_size select $1::int + no - 1, size from unnest($2::int[]) with ordinality as s(size, no)`;

/** The share of conversations without an agent. The others belong to the workspace's agents. */
const UNASSIGNED = 0.25;

/**
 * Every conversation as numbers: contact, channel, length, times. About one in ten is open. A contact's second and later
 * conversations are all ended, so no contact has two open ones on a channel. The added long ones are open.
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
analyze bench_conv; analyze bench_client`;

/**
 * $1 workspace, $2 first names, $3 last names, $4 calling codes, $5 countries, $6 cities, $7 their shares summed up, $8 tags, $9
 * stages, $10 run, $11 the number of the first contact
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

/** The contacts' data that conversations repeat. $1 workspace */
export const PEOPLE = `
create temp table bench_person as
select b.no, b.id, l.phone, client_search_text(l) as search from bench_client b join "Client" l on l."workspaceId" = $1::int and l.id = b.id`;

export const KEY_OF_PEOPLE = `create unique index on bench_person (no); analyze bench_person`;

/** The contacts' external ids on their channels. $1 workspace, $2 types, $3 scopes */
export const IDENTITIES = `
insert into "ClientIdentity" ("workspaceId", scope, "externalId", "clientId", "createdAt")
select $1::int, ($3::text[])[channel_no + 1],
  case ($2::text[])[channel_no + 1] when 'WHATSAPP' then substr(b.phone, 2) else 'person-' || b.id end, b.id, min(v.created_at)
from bench_conv v join bench_person b on b.no = v.client_no
group by channel_no, b.id, b.phone`;

/** The conversations from $1 to $2, as input for their rows (fill-rows.ts). */
export const DRAWN = `
select c.no, c.id, b.id as "clientId", b.phone, b.search, c.size, c.first::float8 as first, c.ended, c.agent_no as "agentNo",
  c.channel_no::int as "channelNo", floor(extract(epoch from c.created_at) * 1000)::float8 as "createdAt",
  round(extract(epoch from c.last_at) * 1000)::float8 as "lastAt", c.gap_ms::float8 as "gapMs", c.client_last as "clientLast"
from bench_conv c join bench_person b on b.no = c.client_no
where c.no >= $1::int and c.no < $2::int
order by c.no`;

/** $1 workspace, $2 agents, $3 run */
export const ASSIGNMENTS = `
insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId", "createdAt")
select $1::int, pg_temp.id_at(created_at, $3::text, 'assignment', no), id, ($2::uuid[])[agent_no + 1], created_at
from bench_conv where agent_no is not null`;

/** How far each assignee has read: mostly to the end. $1 workspace, $2 agents */
export const READS = `
insert into "ConvRead" ("workspaceId", "convId", "agentId", "lastReadSeq", "readAt")
select $1::int, id, ($2::uuid[])[agent_no + 1], case when ended or pg_temp.u(no, 51) < 0.8 then size else greatest(0, size - 3) end, last_at
from bench_conv where agent_no is not null and pg_temp.u(no, 52) < 0.9`;

/** Tables that are filled. A large fill rebuilds their indexes. */
export const TABLES = ["Client", "ClientIdentity", "Conversation", "Message", "ConvAssignment", "ConvRead"] as const;

/** All their indexes, including primary keys, smallest first. $1 tables */
export const SET_ASIDE = `
with aside as (
  update pg_index x set indisready = false, indisvalid = false from pg_class t
  where t.oid = x.indrelid and t.relname = any($1::text[]) and t.relnamespace = current_schema()::regnamespace
  returning x.indexrelid
)
select i.relname as name from aside join pg_class i on i.oid = aside.indexrelid order by pg_relation_size(i.oid), i.relname`;
