/**
 * The floor's own tables and statements. The tables have the product's shape as far as the work needs it. Each statement does
 * one request's durable work in one round trip, without authentication or validation.
 */
export const FLOOR_SCHEMA = `
create schema floor;
create table floor.contact (workspace_id int not null, id uuid not null, scope text not null, external_id text not null,
  name text, created_at timestamptz not null default now(), primary key (workspace_id, id), unique (workspace_id, scope, external_id));
create table floor.conv (workspace_id int not null, id uuid not null, integration_id uuid not null,
  contact_id uuid not null, ended boolean not null default false, needs_response boolean not null default true,
  last_seq int not null default 0, last_message_id uuid, last_message_at timestamptz not null default now(),
  created_at timestamptz not null default now(), primary key (workspace_id, id));
create unique index on floor.conv (workspace_id, contact_id, integration_id) where not ended;
create index on floor.conv (workspace_id, last_message_at, id);
create table floor.message (workspace_id int not null, id uuid not null, conv_id uuid not null, contact_id uuid not null,
  integration_id uuid not null, seq int not null, content text not null, type text not null, is_agent boolean not null,
  created_by text not null, status text not null, external_id text, created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id), unique (workspace_id, conv_id, seq), unique (workspace_id, integration_id, is_agent, external_id));
create table floor.event (workspace_id int not null, id uuid not null, seq bigserial, name text not null, payload json,
  conv_id uuid, message_id uuid, created_at timestamptz not null default clock_timestamp(), primary key (workspace_id, id));
create index on floor.event (seq);
create table floor.send (workspace_id int not null, message_id uuid not null, integration_id uuid not null, conv_id uuid not null,
  seq int not null, next_attempt_at timestamptz not null default now(), primary key (workspace_id, message_id));
create index on floor.send (integration_id, next_attempt_at);
create table floor.call (id uuid primary key, integration_id uuid not null, body bytea not null,
  created_at timestamptz not null default now());

create function floor.receive(of_workspace int, of_integration uuid, sender text, external text, words text, ids uuid[])
returns table (message_id uuid, conv_id uuid, contact_id uuid) language plpgsql as $$
#variable_conflict use_column
declare contact uuid; conv uuid; place int; message uuid;
begin
  select m.id, m.conv_id, m.contact_id into message, conv, contact from floor.message m
    where m.workspace_id = of_workspace and m.integration_id = of_integration and not m.is_agent and m.external_id = external;
  if found then return query values (message, conv, contact); return; end if;
  select c.id into contact from floor.contact c
    where c.workspace_id = of_workspace and c.scope = of_integration::text and c.external_id = sender;
  if not found then
    insert into floor.contact (workspace_id, id, scope, external_id) values (of_workspace, ids[1], of_integration::text, sender)
      on conflict (workspace_id, scope, external_id) do update set scope = excluded.scope returning id into contact;
  end if;
  update floor.conv c set last_seq = c.last_seq + 1, last_message_at = clock_timestamp(), needs_response = true
    where c.workspace_id = of_workspace and c.contact_id = contact and c.integration_id = of_integration and not c.ended
    returning c.id, c.last_seq into conv, place;
  if not found then
    insert into floor.conv as c (workspace_id, id, integration_id, contact_id, last_seq) values (of_workspace, ids[2], of_integration, contact, 1)
      on conflict (workspace_id, contact_id, integration_id) where not ended do update set last_seq = c.last_seq + 1
      returning c.id, c.last_seq into conv, place;
  end if;
  insert into floor.message (workspace_id, id, conv_id, contact_id, integration_id, seq, content, type, is_agent, created_by, status,
    external_id) values (of_workspace, ids[3], conv, contact, of_integration, place, words, 'text', false, contact::text, 'delivered', external)
    returning id into message;
  insert into floor.event (workspace_id, id, name, payload, conv_id, message_id) values (of_workspace, ids[4], 'INCOMING_MESSAGE', json_build_object(
    'event', 'INCOMING_MESSAGE', 'workspaceId', of_workspace, 'type', 'text', 'content', words, 'messageId', message,
    'integrationId', of_integration, 'integrationType', 'CUSTOM', 'isAgent', false, 'conversationId', conv, 'clientId', contact), conv, message);
  return query values (message, conv, contact);
end $$`;

/** $1 workspace, $2 channel, $3 sender, $4 the message's external id, $5 its text, $6 four new ids */
export const RECEIVE = `select * from floor.receive($1, $2, $3, $4, $5, $6)`;

/**
 * Writes as many events as the product does for an outgoing message, and its queue entry. $1 workspace, $2 conversation, $3
 * text, $4 three new ids
 */
export const ADD = `
with conv as (
  update floor.conv set last_seq = last_seq + 1, last_message_at = clock_timestamp(), needs_response = false
  where workspace_id = $1 and id = $2 and not ended returning id, contact_id, integration_id, last_seq
), message as (
  insert into floor.message (workspace_id, id, conv_id, contact_id, integration_id, seq, content, type, is_agent, created_by, status)
  select $1, ($4::uuid[])[1], id, contact_id, integration_id, last_seq, $3::text, 'text', true, 'key', 'pending' from conv returning *
), queued as (
  insert into floor.send (workspace_id, message_id, integration_id, conv_id, seq)
  select $1, id, integration_id, conv_id, seq from message
), told as (
  insert into floor.event (workspace_id, id, name, payload, conv_id, message_id)
  select $1, ($4::uuid[])[no], name, json_build_object('event', name, 'workspaceId', $1::int, 'type', 'text', 'content', content, 'messageId', id,
    'integrationId', integration_id, 'isAgent', true, 'conversationId', conv_id, 'clientId', contact_id), conv_id, id
  from message cross join (values (2, 'OUTGOING_MESSAGE'), (3, 'MESSAGE_UPDATED_SMPP')) as names(no, name)
)
select id as "messageId" from message`;

const CONV = `c.id, c."clientId", c."integrationId", c."createdAt", c.ended, c."assigneeId", c."stageId", c.tags,
  json_build_object('name', k.name, 'surname', k.surname, 'code', k.code, 'phone', k.phone, 'isDeleted', k."deletedAt" is not null) as client
  from "Conversation" c join "Client" k on k."workspaceId" = c."workspaceId" and k.id = c."clientId" where c."workspaceId" = $1`;

/** Reads the product's own rows. $1 workspace, $2 page size */
export const LIST = `select ${CONV} and not c."isPlayground" order by c."createdAt" desc, c.id desc limit $2`;

/** $1 workspace, $2 id */
export const ONE = `select ${CONV} and c.id = $2`;

/** $1 id, $2 channel, $3 raw body */
export const CALL = `insert into floor.call (id, integration_id, body) values ($1, $2, $3)`;
