import { v7 as uuidv7 } from "uuid";
import type { OutgoingMessage } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { pool } from "../db.ts";
import { IntegrationType as INTEGRATION_TYPES } from "../generated/prisma/enums.ts";
import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";
import { clientAddress } from "./client-address.ts";

/** A send that this worker holds until its lease ends, and everything its adapter needs. */
export type ClaimedSend = {
  workspaceId: number;
  messageId: string;
  convId: string;
  clientId: string;
  integration: { id: string; type: IntegrationType; credentials: string };
  /** Fences the outcome: a worker whose lease has lapsed writes nothing over the one that took over. */
  leaseToken: string;
  attemptNo: number;
  giveUpAt: Date;
  /** A Gateway send: it holds the credit of one attempt as long as it is in the queue. */
  costsCredits: boolean;
  /** The attempt before this one died with its worker: whether the provider was asked is not known. */
  takesOver: boolean;
  message: OutgoingMessage;
};

/** Longer than an adapter's own time limit (15 s), so that two attempts of one message are never open at once. */
export const LEASE_SECONDS = 20;

/**
 * Takes sends that are due, at most `limit`: per channel no more than may be under way at once here, agents' replies before
 * notifications before broadcasts, and of each conversation only the first message that has no outcome yet – so a conversation
 * keeps its order, and one that is stuck delays no other. Channels that are not active keep theirs waiting, and so does a
 * deleted workspace.
 * The attempt's row is written with the claim: an attempt that dies with its worker is still to be seen.
 * @param underWay how many sends of each integration this worker has open.
 */
export async function claimSends(underWay: ReadonlyMap<string, number>, limit: number): Promise<ClaimedSend[]> {
  const caps = Object.fromEntries(Object.values(INTEGRATION_TYPES).map((type) => [type, channelOf(type).concurrency]));
  const { rows } = await pool().query<Row>({
    name: "claim-sends",
    text: CLAIM,
    values: [JSON.stringify(caps), JSON.stringify(Object.fromEntries(underWay)), limit, uuidv7(), LEASE_SECONDS],
  });
  return rows.map(toClaimed);
}

const CLAIM = `
with recursive busy ("workspaceId", "integrationId") as (
  (select "workspaceId", "integrationId" from "SendQueue" order by 1, 2 limit 1)
  union all
  select n."workspaceId", n."integrationId" from busy b cross join lateral (
    select q."workspaceId", q."integrationId" from "SendQueue" q
    where (q."workspaceId", q."integrationId") > (b."workspaceId", b."integrationId") order by 1, 2 limit 1) n
), due as (
  select d."workspaceId", d."messageId", d."takesOver" from busy b
  join "Integration" i on i."workspaceId" = b."workspaceId" and i.id = b."integrationId"
    and i.state = 'active' and i."deletedAt" is null
  join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
  cross join lateral (
    select q."workspaceId", q."messageId", q.priority, q."nextAttemptAt", q."leaseToken" is not null as "takesOver" from "SendQueue" q
    where q."workspaceId" = b."workspaceId" and q."integrationId" = b."integrationId" and q."nextAttemptAt" <= now()
      and (q."leaseUntil" is null or q."leaseUntil" < now())
      and q.seq = (select p.seq from "SendQueue" p
        where p."workspaceId" = q."workspaceId" and p."convId" = q."convId" order by p.seq limit 1)
    order by q.priority, q."nextAttemptAt"
    limit greatest(0, coalesce(($1::jsonb ->> i.type::text)::int, 0) - coalesce(($2::jsonb ->> i.id::text)::int, 0))
    for update of q skip locked) d
  order by d.priority, d."nextAttemptAt" limit $3
), claimed as (
  update "SendQueue" q set "attemptNo" = q."attemptNo" + 1, "leaseToken" = $4::uuid,
    "leaseUntil" = now() + make_interval(secs => $5)
  from due where q."workspaceId" = due."workspaceId" and q."messageId" = due."messageId"
  returning q.*, due."takesOver"
), attempt as (
  insert into "SendAttempt" ("workspaceId", "messageId", "attemptNo", "startedAt")
  select "workspaceId", "messageId", "attemptNo", clock_timestamp() from claimed
  on conflict do nothing
)
select q."workspaceId", q."messageId", q."convId", q."integrationId", q."leaseToken", q."attemptNo", q."giveUpAt",
  q."costsCredits", q."takesOver", m."clientId", m.type, m.content, m.address, m.template, m."createdAt",
  r.content as "replyContent", r.type as "replyType", r."externalMessageId" as "replyExternalId",
  i.type as "integrationType", i.identifier, i.credentials, c."externalConversationId", c."clientAddress",
  cl."externalClientId", cl.phone,
  -- Of several in one scope the client's own before one that a merge brought, the first of those: the last one written stays.
  coalesce((select jsonb_object_agg(s.scope, s."externalId" order by s."broughtById" is null, s."createdAt" desc) from "ClientIdentity" s
    where s."workspaceId" = m."workspaceId" and s."clientId" = m."clientId"), '{}') as identities
from claimed q
join "Message" m on m."workspaceId" = q."workspaceId" and m.id = q."messageId"
join "Integration" i on i."workspaceId" = q."workspaceId" and i.id = q."integrationId"
join "Conversation" c on c."workspaceId" = q."workspaceId" and c.id = q."convId"
join "Client" cl on cl."workspaceId" = m."workspaceId" and cl.id = m."clientId"
left join "Message" r on r."workspaceId" = m."workspaceId" and r.id = m."replyToMessageId"
order by q.priority, q.seq`;

type Row = {
  workspaceId: number;
  messageId: string;
  convId: string;
  integrationId: string;
  leaseToken: string;
  attemptNo: number;
  giveUpAt: Date;
  costsCredits: boolean;
  takesOver: boolean;
  clientId: string;
  type: MessageType;
  content: string;
  address: string | null;
  template: OutgoingMessage["template"];
  createdAt: Date;
  replyContent: string | null;
  replyType: MessageType | null;
  replyExternalId: string | null;
  integrationType: IntegrationType;
  identifier: string | null;
  credentials: string;
  externalConversationId: string | null;
  clientAddress: string | null;
  externalClientId: string | null;
  phone: string | null;
  identities: Record<string, string>;
};

function toClaimed(row: Row): ClaimedSend {
  const integration = { id: row.integrationId, type: row.integrationType, credentials: row.credentials };
  const place = { id: row.integrationId, type: row.integrationType, identifier: row.identifier };
  return {
    workspaceId: row.workspaceId,
    messageId: row.messageId,
    convId: row.convId,
    clientId: row.clientId,
    integration,
    leaseToken: row.leaseToken,
    attemptNo: row.attemptNo,
    giveUpAt: row.giveUpAt,
    costsCredits: row.costsCredits,
    takesOver: row.takesOver,
    message: {
      messageId: row.messageId,
      type: row.type,
      content: row.content,
      template: row.template,
      externalClientId: row.address ?? row.clientAddress ?? clientAddress(place, row, row.identities) ?? "",
      convId: row.convId,
      externalConversationId: row.externalConversationId,
      replyTo:
        row.replyContent !== null && row.replyType !== null
          ? { externalId: row.replyExternalId, content: row.replyContent, type: row.replyType }
          : null,
      createdAt: row.createdAt,
      priorAttempts: row.attemptNo - 1,
    },
  };
}
