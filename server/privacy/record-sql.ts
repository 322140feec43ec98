/** Of rows, what serves the machinery or repeats what is said elsewhere. */
const LEFT_OUT = `array['workspaceId', 'leaseToken', 'leaseUntil', 'clientSearch', 'seq', 'txid']`;

/** Whose rows: all of it is said in each query, whichever of it that needs. */
const PERSON = `(select $1::int as workspace, $2::uuid[] as clients, $3::uuid[] as convs) p`;

/**
 * What is kept of a person, part by part: each row as one JSON object in a column `row`. `$1` workspaceId, `$2` the contacts' ids, `$3`
 * their conversations'.
 */
export const RECORD: Record<string, string> = {
  contacts: rows(`"Client" t where t."workspaceId" = p.workspace and t.id = any (p.clients) order by t."createdAt"`),
  identities: rows(
    `"ClientIdentity" t where t."workspaceId" = p.workspace and t."clientId" = any (p.clients) order by t."createdAt"`,
  ),
  merges: rows(
    `"ClientMerge" t where t."workspaceId" = p.workspace and t."clientId" = any (p.clients) order by t."createdAt"`,
  ),
  conversations: rows(
    `"Conversation" t where t."workspaceId" = p.workspace and t.id = any (p.convs) order by t."createdAt", t.id`,
  ),
  assignments: rows(
    `"ConvAssignment" t where t."workspaceId" = p.workspace and t."convId" = any (p.convs) order by t."createdAt", t.id`,
  ),
  messages: rows(
    `"Message" t where t."workspaceId" = p.workspace and (t."clientId" = any (p.clients) or t."convId" = any (p.convs)) order by t."createdAt", t.id`,
  ),
  messageVersions: ofMessages(`"MessageVersion"`, `t."replacedAt"`),
  reactions: ofMessages(`"MessageReaction"`, "t.at"),
  sendAttempts: ofMessages(`"SendAttempt"`, `t."startedAt"`),
  scheduledMessages: rows(
    `"ScheduledMessage" t where t."workspaceId" = p.workspace and t."convId" = any (p.convs) order by t."createdAt"`,
  ),
  drafts: rows(`"Draft" t where t."workspaceId" = p.workspace and t."convId" = any (p.convs) order by t."patchedAt"`),
  assistantAnswers: rows(
    `"AssistantAnswer" t where t."workspaceId" = p.workspace and t."convId" = any (p.convs) order by t."createdAt", t.id`,
  ),
  broadcasts: `select (to_jsonb(t) - ${LEFT_OUT} || jsonb_build_object('name', b.name, 'startedAt', b."startedAt"))::text as row
    from ${PERSON}, "BroadcastRecipient" t join "Broadcast" b on b."workspaceId" = t."workspaceId" and b.id = t."broadcastId"
    where t."workspaceId" = p.workspace and t."clientId" = any (p.clients) order by b."createdAt"`,
  // Those that the portal alone is told say nothing but that something changed.
  events: rows(
    `"Event" t where t."workspaceId" = p.workspace and t.payload is not null and (t."clientId" = any (p.clients) or t."convId" = any (p.convs))
    order by t."createdAt", t.id`,
  ),
};

/** Addresses of files: contents of messages, those of earlier versions, pictures. */
export const FILE_ADDRESSES = `
  select m.content as address from "Message" m
  where m."workspaceId" = $1 and (m."clientId" = any ($2) or m."convId" = any ($3)) and m.type in ('image', 'audio', 'video', 'document')
  union
  select v.content from "MessageVersion" v join "Message" m on m."workspaceId" = v."workspaceId" and m.id = v."messageId"
  where v."workspaceId" = $1 and (m."clientId" = any ($2) or m."convId" = any ($3)) and m.type in ('image', 'audio', 'video', 'document')
  union
  select c."avatarUrl" from "Client" c where c."workspaceId" = $1 and c.id = any ($2) and c."avatarUrl" is not null`;

function rows(from: string): string {
  return `select (to_jsonb(t) - ${LEFT_OUT})::text as row from ${PERSON}, ${from}`;
}

function ofMessages(table: string, order: string): string {
  return `select (to_jsonb(t) - ${LEFT_OUT})::text as row from ${PERSON}, "Message" m
    join ${table} t on t."workspaceId" = m."workspaceId" and t."messageId" = m.id
    where m."workspaceId" = p.workspace and (m."clientId" = any (p.clients) or m."convId" = any (p.convs)) order by ${order}`;
}
