import { DUE } from "../due.ts";
import { fewRows } from "../few-rows.ts";

/** The columns that a worker needs of a claimed send. */
const COLUMNS = `
  extract(epoch from q."slotAt")::float8 * 1000 as "slotAt", q.priority, q."workspaceId", q."messageId", q."convId", q."integrationId",
  q."leaseToken", q."attemptNo", q."giveUpAt", q."costsCredits", q."takesOver", q.trail, m."clientId", m.type, m.content, m.caption, m.address, m.template - 'masked' as template,
  m."createdAt", r.content as "replyContent", r.type as "replyType", r."externalMessageId" as "replyExternalId",
  i.type as "integrationType", i."accountId", i.credentials, i."templatesHeld", i."templatesHeldUntil", i."utilityMessages", q."broadcastId", c."lastClientMessageAt",
  i."lateReplies" and exists (select from "Agent" a where a."workspaceId" = m."workspaceId" and a.id = m."agentId"
    and a."userId" = m."createdBy") as "mayBeLate",
  -- "offset 0": one look into the index, instead of a hash of everybody's templates.
  i."marketingApi" and exists (select from "MessageTemplate" t where t."workspaceId" = m."workspaceId" and t."integrationId" = i.id
    and t.name = m.template ->> 'name' and t.language = m.template ->> 'language' and t.category = 'MARKETING' offset 0) as "isByMarketingApi",
  c."externalConversationId", c."clientAddress",
  cl."externalClientId", cl.phone,
  -- Of several in one scope the client's own before one that a merge brought, the first of those: the last one written stays.
  coalesce((select jsonb_object_agg(s.scope, s."externalId" order by s."broughtById" is null, s."createdAt" desc) from "ClientIdentity" s
    where s."workspaceId" = m."workspaceId" and s."clientId" = m."clientId" and s."replacedAt" is null), '{}') as identities`;

const SENDS = `claimed q
  join "Message" m on m."workspaceId" = q."workspaceId" and m.id = q."messageId"
  join "Integration" i on i."workspaceId" = q."workspaceId" and i.id = q."integrationId"
  join "Conversation" c on c."workspaceId" = q."workspaceId" and c.id = q."convId"
  join "Client" cl on cl."workspaceId" = m."workspaceId" and cl.id = m."clientId"
  left join "Message" r on r."workspaceId" = m."workspaceId" and r.id = m."replyToMessageId"`;

/** Leases the sends in `taken` and stores the attempt. `token` and `seconds` are the parameters with the lease's token and duration. */
const leased = (token: string, seconds: string) => `claimed as (
  update "SendQueue" q set "attemptNo" = q."attemptNo" + 1, "leaseToken" = ${token}::uuid,
    "leaseUntil" = moment.now + make_interval(secs => ${seconds}::float8)
  from taken cross join moment where q."workspaceId" = taken."workspaceId" and q."messageId" = taken."messageId"
  returning q.*, taken."takesOver", taken."slotAt"
), attempt as (
  insert into "SendAttempt" ("workspaceId", "messageId", "attemptNo", "startedAt")
  select "workspaceId", "messageId", "attemptNo", "slotAt" from claimed
  on conflict do nothing
)`;

/**
 * The one statement that claims sends and slots for a worker, for all channels at once.
 *
 * A channel's ChannelPace row is the lock for its slots. The statement skips a channel whose slots another worker assigns at this moment,
 * or has assigned since this statement's snapshot. The worker looks at it again shortly after. Claims of one channel therefore follow one
 * another, and each sees the slots taken before. Slots have equal distances, never share a time and are never in the past. Unused slots
 * are lost, so that a pause does not end in a burst.
 *
 * The distance between slots is 1/rate plus, per second, the time by which slots may be used late. This compensates for late sends that
 * were planned for the end of the previous second. If a worker is slow, the channel keeps its longer distance until two seconds after the
 * last late slot, for every worker that claims.
 *
 * Parameters: $1 {type: {rate, concurrency}}, $2 {integrationId: sends held by this worker}, $3 limit of sends, $4 lease token,
 * $5 lease in seconds, $6 earliest slot and $7 horizon in seconds from now, $8 how late this worker may use its slots
 * and $12 how much longer one request may travel than another, in milliseconds, $9 held seconds, $10 places kept
 * for replies, $11 priority of broadcasts.
 */
export const CLAIM = `
with recursive moment as materialized (
  select clock_timestamp() as now, ${DUE} as due, clock_timestamp() + make_interval(secs => $6::float8) as earliest,
    make_interval(secs => $7::float8) as horizon
), busy ("workspaceId", "integrationId") as (
  (select "workspaceId", "integrationId" from "SendQueue" order by 1, 2 limit 1)
  union all
  select n."workspaceId", n."integrationId" from busy b cross join lateral (
    select q."workspaceId", q."integrationId" from "SendQueue" q
    where (q."workspaceId", q."integrationId") > (b."workspaceId", b."integrationId") order by 1, 2 limit 1) n
), channel as materialized (
  -- Active ones with something due; a deleted workspace's wait.
  select b.*, p."nextSlotAt" as seen, l.late, make_interval(secs => (1 + (l.late + $12::int) / 1000.0) / r.rate) as spacing,
    greatest(($1::jsonb -> i.type::text ->> 'concurrency')::int, ceil(r.rate * $9::float8)::int)
      - coalesce(($2::jsonb ->> i.id::text)::int, 0) as room
  from busy b cross join moment
  join "Integration" i on i."workspaceId" = b."workspaceId" and i.id = b."integrationId"
    and i.state = 'active' and i."deletedAt" is null
  join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
  join "ChannelPace" p on p."workspaceId" = b."workspaceId" and p."integrationId" = b."integrationId"
    and coalesce(p."pausedUntil" <= moment.now, true)
  cross join lateral (select coalesce(case when i."ratePerSecond" > 0 then i."ratePerSecond" end,
    ($1::jsonb -> i.type::text ->> 'rate')::float8) as rate) r
  cross join lateral (select greatest($8::int, case when p."lateUntil" > moment.now then p."lateMs" end) as late) l
  where exists (select from "SendQueue" q where q."workspaceId" = b."workspaceId" and q."integrationId" = b."integrationId"
    -- "offset 0": one look into the index per channel; as a join it would read all that waits for another try.
    and q."nextAttemptAt" <= moment.due and (q."leaseUntil" is null or q."leaseUntil" < moment.now) offset 0)
), planned as materialized (
  -- A slot that lies further ahead than any claim gives one was written before the database's clock was put back.
  select c.*, case when c.seen > moment.earliest + 2 * moment.horizon + c.spacing + interval '2 seconds' then moment.earliest
    else greatest(c.seen, moment.earliest) end as base
  from channel c cross join moment
), paced as materialized (
  select c.*, ceil(extract(epoch from moment.earliest + 2 * moment.horizon - c.base) / extract(epoch from c.spacing))::int as slots
  from planned c cross join moment
  join "ChannelPace" p on p."workspaceId" = c."workspaceId" and p."integrationId" = c."integrationId" and p."nextSlotAt" = c.seen
  where c.room > -$10::int and c.base < moment.earliest + 2 * moment.horizon
  for update of p skip locked
), due as (
  select c."workspaceId", c."integrationId", d.*, c.room, c.late, c.spacing, c.base + (d.place - 1) * c.spacing as "slotAt"
  from paced c cross join moment cross join lateral (
    select x."messageId", x.priority, x."takesOver", row_number() over (order by x.priority, x."nextAttemptAt") as place
    from (
      select q."messageId", q.priority, q."nextAttemptAt", q."leaseToken" is not null as "takesOver" from "SendQueue" q
      where q."workspaceId" = c."workspaceId" and q."integrationId" = c."integrationId" and q."nextAttemptAt" <= moment.due
        and (q."leaseUntil" is null or q."leaseUntil" < moment.now)
        -- Of a conversation only the first; what an agent wrote passes a broadcast's message that waits for another try, …
        and not exists (select from "SendQueue" p
          where p."workspaceId" = q."workspaceId" and p."convId" = q."convId" and p.seq < q.seq
            and (q."broadcastId" is not null or p."broadcastId" is null or p."leaseToken" is not null or p."nextAttemptAt" <= moment.due))
        -- … which then waits until the outcome is known.
        and (q."broadcastId" is null or not exists (select from "SendQueue" p
          where p."workspaceId" = q."workspaceId" and p."convId" = q."convId" and p.seq > q.seq and p."leaseUntil" >= moment.now))
      order by q.priority, q."nextAttemptAt"
      limit least(c.room + $10::int, c.slots)
      for update of q skip locked) x) d
), taken as (
  -- A reply looks twice as far ahead, so that it is in the worker's hands, where the earliest slot is given to it.
  select due.* from due cross join moment
  where due."slotAt" < moment.earliest + moment.horizon * case when due.priority < $11::int then 2 else 1 end
    and due.place <= due.room + case when due.priority < $11::int then $10::int else 0 end
  order by due.priority, due.place limit $3
), moved as (
  update "ChannelPace" p set "nextSlotAt" = t.next, "lateMs" = t.late,
    "lateUntil" = case when t.late = $8::int then t.next + interval '2 seconds' else p."lateUntil" end
  from (select "workspaceId", "integrationId", max("slotAt" + spacing) as next, max(late) as late from taken group by 1, 2) t
  where p."workspaceId" = t."workspaceId" and p."integrationId" = t."integrationId"
  returning p.*
), ${leased("$4", "$5")}, look as (
  -- Half a horizon before a channel's slots run out, if it may have more to send; at once where another worker was just looking.
  select min(case
    when c.room <= t.count then null
    when p."integrationId" is null and c.base < moment.earliest + 2 * moment.horizon then moment.now
    when p."integrationId" is null or t.due > t.count or t.due >= p.slots
      then coalesce(m."nextSlotAt", c.base) - moment.horizon / 2 - (moment.earliest - moment.now)
  end) as at, coalesce(bool_or(c.room <= t.count), false) as "isFull"
  from planned c cross join moment
  left join paced p on p."workspaceId" = c."workspaceId" and p."integrationId" = c."integrationId"
  left join moved m on m."workspaceId" = c."workspaceId" and m."integrationId" = c."integrationId"
  cross join lateral (
    select (select count(*) from due d where d."workspaceId" = c."workspaceId" and d."integrationId" = c."integrationId") as due,
      (select count(*) from taken d where d."workspaceId" = c."workspaceId" and d."integrationId" = c."integrationId") as count) t
)
select extract(epoch from moment.now)::float8 * 1000 as now, extract(epoch from look.at)::float8 * 1000 as "lookAgainAt",
  look."isFull", ${COLUMNS}
from moment cross join look
left join (${SENDS}) on true
order by q."slotAt"`;

/**
 * Claims replies of channels of which the worker already holds slots. Each reply takes a slot from a less urgent send. The
 * statement plans no slots and waits for no other claim, and the channel's rate does not change.
 *
 * As in CLAIM, only the first message of a conversation can be claimed. Conversations that also have a broadcast's message in the
 * queue are left to CLAIM, where claims of one channel follow one another.
 *
 * Parameters: $1 [{workspaceId, integrationId, slots}], $2 priority of replies, $3 lease token, $4 lease in seconds.
 */
export const CLAIM_REPLIES = `
with moment as materialized (
  select clock_timestamp() as now, ${DUE} as due
), taken as materialized (
  select d.*, moment.now as "slotAt"
  from json_to_recordset($1::json) as l("workspaceId" int, "integrationId" uuid, slots int) cross join moment
  join "Integration" i on i."workspaceId" = l."workspaceId" and i.id = l."integrationId"
    and i.state = 'active' and i."deletedAt" is null and ${fewRows("l.slots")}
  join "Workspace" w on w.id = l."workspaceId" and w."deletedAt" is null
  join "ChannelPace" p on p."workspaceId" = l."workspaceId" and p."integrationId" = l."integrationId"
    and coalesce(p."pausedUntil" <= moment.now, true)
  cross join lateral (
    select q."workspaceId", q."messageId", q."leaseToken" is not null as "takesOver" from "SendQueue" q
    where q."workspaceId" = l."workspaceId" and q."integrationId" = l."integrationId" and q.priority = $2::int
      and q."broadcastId" is null and q."nextAttemptAt" <= moment.due
      and (q."leaseUntil" is null or q."leaseUntil" < moment.now)
      and not exists (select from "SendQueue" p where p."workspaceId" = q."workspaceId" and p."convId" = q."convId"
        and (p.seq < q.seq or p."broadcastId" is not null))
    order by q."nextAttemptAt" limit l.slots
    for update of q skip locked) d
), ${leased("$3", "$4")}
select ${COLUMNS}
from ${SENDS}
order by q."nextAttemptAt"`;
