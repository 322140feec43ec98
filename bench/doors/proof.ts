import type pg from "pg";
import type { Cell } from "./cells.ts";
import type { DoorsStage } from "./stage.ts";

/** Counts of the rows that must exist once per acknowledged request. */
type Found = Record<string, number>;

const SENDER_OF = `(select 1 from "ClientIdentity" i where i."workspaceId" = m."workspaceId" and i."clientId" = m."clientId"
  and i."externalId" = split_part(m.content, ' ', 1))`;
const TOLD = (name: string) => `(select count(*)::int from "Event" e join m on m.id = e."messageId"
  where e."workspaceId" = $1 and e."createdAt" >= $3 and e.name = '${name}')`;

/** $1 workspace, $2 prefix of the external ids, $3 earliest time */
const RECEIVED = `
with m as materialized (select * from "Message" m where m."workspaceId" = $1 and not m."isAgent" and m."createdAt" >= $3
  and starts_with(m."externalMessageId", $2))
select count(*)::int as messages, count(distinct m."externalMessageId")::int as "different messages",
  count(*) filter (where exists ${SENDER_OF})::int as "messages of the right sender",
  count(*) filter (where exists (select 1 from "Conversation" c where c."workspaceId" = $1 and c.id = m."convId"
    and c."clientId" = m."clientId" and c."lastSeq" >= m.seq))::int as "messages in their sender's conversation",
  ${TOLD("INCOMING_MESSAGE")} as events
from m`;

const NEW = `
select count(distinct m."clientId")::int as contacts, count(distinct m."convId")::int as conversations
from "Message" m where m."workspaceId" = $1 and not m."isAgent" and m."createdAt" >= $3 and starts_with(m."externalMessageId", $2)`;

const ADDED_ROWS = `
with m as materialized (select * from "Message" m where m."workspaceId" = $1 and m."isAgent" and m."createdAt" >= $3
  and position($2 in m.content) > 0)
select count(*)::int as messages, count(distinct m.content)::int as "different messages",
  count(*) filter (where exists (select 1 from "ClientIdentity" i where i."workspaceId" = m."workspaceId"
    and i."clientId" = m."clientId" and i."externalId" = substring(m.content from 'sender-[0-9]+')))::int as "messages to the right contact"`;

const NOTED = `${ADDED_ROWS}, count(*) filter (where m.type = 'note')::int as notes from m`;

const ADDED = `${ADDED_ROWS},
  (select count(*)::int from "SendQueue" q join m on m.id = q."messageId" where q."workspaceId" = $1) as "queued sends",
  ${TOLD("OUTGOING_MESSAGE")} as events
from m`;

const FLOOR = `
with m as materialized (select * from floor.message m where m.workspace_id = $1 and m.created_at >= $3
  and (starts_with(m.external_id, $2) or position($2 in m.content) > 0))
select count(*)::int as messages,
  (select count(distinct e.message_id)::int from floor.event e join m on m.id = e.message_id) as "messages with an event"
from m`;

const OURS = { received: [RECEIVED], new: [RECEIVED, NEW], added: [ADDED], noted: [NOTED] };

/**
 * Checks that the rows of a run's acknowledged requests exist exactly once, with the right sender.
 * @throws Error that says what is missing or extra.
 */
export async function prove(
  { database, workspaceId }: DoorsStage,
  { what, proves }: Pick<Cell, "what" | "proves">,
  { side, run, acked, since }: { side: "floor" | "ours"; run: string; acked: number; since: Date },
): Promise<void> {
  if (!proves) return;
  for (const statement of side === "floor" ? [FLOOR] : OURS[proves]) {
    const found = await one(database, statement, [workspaceId, `${run}-`, since]);
    const wrong = Object.entries(found).filter(([, count]) => count !== acked);
    if (wrong.length === 0) continue;
    const said = wrong.map(([name, count]) => `${count} ${name}`).join(", ");
    throw new Error(`${what}, ${side}: ${acked} were acknowledged, and there are ${said}`);
  }
}

async function one(database: pg.Client, statement: string, values: unknown[]): Promise<Found> {
  const { rows } = await database.query<Found>(statement, values);
  return rows[0] ?? {};
}

/** Checks that the same message, posted twenty times at once, is stored once and that every caller gets its id. */
export async function proveRepetition({ database, ours, custom, validateToken }: DoorsStage): Promise<void> {
  const messageId = `twenty-times-${Date.now()}`;
  const body = JSON.stringify({ content: "Once", type: "text", senderId: "sender-0", messageId });
  const bring = async () => {
    const headers = { "content-type": "application/json", "x-validate-token": validateToken };
    const url = `http://127.0.0.1:${ours}/ext/v1/incoming/custom/${custom.id}`;
    return (await fetch(url, { method: "POST", headers, body })).text();
  };
  const answers = new Set(await Promise.all(Array.from({ length: 20 }, bring)));
  const stored = await database.query(`select 1 from "Message" where "externalMessageId" = $1`, [messageId]);
  if (answers.size === 1 && stored.rowCount === 1) return;
  throw new Error(`one message brought twenty times: ${stored.rowCount} rows, answers ${[...answers].join(" ")}`);
}
