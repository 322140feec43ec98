import { isDeepStrictEqual } from "node:util";
import { pool } from "../db.ts";
import { fewRows } from "../few-rows.ts";
import type { IntegrationState, IntegrationType } from "../generated/prisma/enums.ts";
import { mendedJson } from "../text-rules.ts";
import { writeTogether } from "../write-together.ts";

/**
 * Everything about the conversation, channel and contact that decisions on a message depend on. Cached facts are never trusted: the
 * statement that writes the decision compares them with the current rows (write-messages.ts).
 */
export type Facts = {
  conv: {
    workspaceId: number;
    id: string;
    clientId: string;
    integrationId: string;
    externalConversationId: string | null;
    assigneeId: string | null;
    aiId: string | null;
    ended: boolean;
    dormant: boolean;
    hasOtherApp: boolean;
    isPlayground: boolean;
    isRatingAsked: boolean;
  };
  channel: {
    type: IntegrationType;
    state: IntegrationState;
    isDeleted: boolean;
    readReceipts: string;
    lateReplies: boolean;
  };
  contact: { externalClientId: string | null; isArchived: boolean; isOptedOut: boolean };
  keywords: { optOut: string | null; optIn: string | null };
};

export type Known = {
  facts: Facts;
  /** It only grows. A stale value can make the reply window look closed, but never open. */
  lastClientMessageAt: Date | null;
};

/** The facts as jsonb, from the conversation c, its channel i, its contact cl and the workspace's settings s. */
export const FACTS = `jsonb_build_object(
  'conv', jsonb_build_object('workspaceId', c."workspaceId", 'id', c.id, 'clientId', c."clientId", 'integrationId', c."integrationId",
    'externalConversationId', c."externalConversationId", 'assigneeId', c."assigneeId",
    'aiId', c."aiId", 'ended', c.ended, 'dormant', c.dormant, 'hasOtherApp', c."otherAppSince" is not null, 'isPlayground', c."isPlayground",
    'isRatingAsked', c."ratingAskedAt" is not null),
  'channel', jsonb_build_object('type', i.type, 'state', i.state, 'isDeleted', i."deletedAt" is not null, 'readReceipts', i."readReceipts",
    'lateReplies', i."lateReplies"),
  'contact', jsonb_build_object('externalClientId', cl."externalClientId", 'isArchived', cl."deletedAt" is not null,
    'isOptedOut', cl."optedOutAt" is not null),
  'keywords', jsonb_build_object('optOut', s."optOutKeyword", 'optIn', s."optInKeyword"))`;

/** Channel, contact and settings of the conversation c in the workspace $1. */
export const AROUND = `"Integration" i join "Client" cl on cl."workspaceId" = $1 and cl.id = c."clientId"
  left join "WorkspaceSettings" s on s."workspaceId" = $1
  where i."workspaceId" = $1 and i.id = c."integrationId"`;

/** A sender on a channel, in one of its threads ("" for none). */
export type Sender = { integrationId: string; scope: string; sender: string; thread: string };

type Ask<Place> = { workspaceId: number; place: Place };
type Reader<Place> = { nameOf: (place: Place) => string; read: (ask: Ask<Place>) => Promise<Known | null> };

/** Reads that arrive while another is in progress share the next statement: $1 the workspace, $2 the places as JSON, numbered. */
function reader<Place extends object>(name: string, nameOf: (place: Place) => string, from: string): Reader<Place> {
  const text = `select m.no, c."lastClientMessageAt", (select ${FACTS} from ${AROUND}) as facts from ${from} where ${fewRows("m.no")}`;
  const read = writeTogether<Ask<Place>, Known | null>({
    laneOf: ({ workspaceId }) => workspaceId,
    keyOf: ({ place }) => nameOf(place),
    uniqueOf: () => null,
    write: async (asks) => {
      const places = asks.map(({ place }, index) => ({ no: index + 1, ...place }));
      const values = [asks[0]?.workspaceId, mendedJson(places)];
      const { rows } = await pool().query<Known & { no: number }>({ name, text, values });
      const byNo = new Map(rows.map(({ no, ...known }) => [no, known]));
      return places.map(({ no }) => byNo.get(no) ?? null);
    },
    sideBySide: 2,
    most: 64,
  });
  return { nameOf, read };
}

export const CONV = reader<{ convId: string }>(
  "facts-of-convs",
  ({ convId }) => convId,
  `json_to_recordset($2::json) as m(no int, "convId" uuid)
  join "Conversation" c on c."workspaceId" = $1 and c.id = m."convId"`,
);

/** Finds the open conversation of a sender under a name that was not replaced. */
export const SENDER = reader<Sender>(
  "facts-of-senders",
  ({ integrationId, scope, sender, thread }) => `${integrationId} ${thread} ${scope} ${sender}`,
  `json_to_recordset($2::json) as m(no int, "integrationId" uuid, scope text, sender text, thread text)
  join "ClientIdentity" n on n."workspaceId" = $1 and n.scope = m.scope and n."externalId" = m.sender
    and n."replacedAt" is null
  join "Conversation" c on c."workspaceId" = $1 and c."clientId" = n."clientId" and c."integrationId" = m."integrationId"
    and coalesce(c."externalConversationId", '') = m.thread and not c.ended`,
);

/** Cache limit per process, in conversations and senders: about ten megabytes. Beyond it, the oldest entry is evicted. */
const MOST_REMEMBERED = 10_000;
const remembered = new Map<string, Known>();

function remember(key: string, known: Known): void {
  remembered.delete(key);
  const [oldest] = remembered.size >= MOST_REMEMBERED ? remembered.keys() : [];
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, known);
}

const keywords = new Map<number, Promise<string | null>>();

/** The workspace's cached opt-out keyword. The statement that relies on it compares it with the settings. */
export function optOutKeyword(workspaceId: number): Promise<string | null> {
  const kept = keywords.get(workspaceId);
  if (kept) return kept;
  const asked = readKeyword(workspaceId);
  if (keywords.size >= MOST_REMEMBERED) keywords.clear();
  keywords.set(workspaceId, asked);
  asked.catch(() => forgetOptOutKeyword(workspaceId));
  return asked;
}

async function readKeyword(workspaceId: number): Promise<string | null> {
  const text = `select "optOutKeyword" from "WorkspaceSettings" where "workspaceId" = $1`;
  const { rows } = await pool().query<{ optOutKeyword: string | null }>({
    ...{ name: "opt-out-keyword", text, values: [workspaceId] },
  });
  return rows[0]?.optOutKeyword ?? null;
}

export function forgetOptOutKeyword(workspaceId: number): void {
  keywords.delete(workspaceId);
}

/** First reads in progress. Concurrent callers share the same read and continue in the order they asked. */
const underWay = new Map<string, Promise<Known | null>>();

async function readFirst(key: string, read: () => Promise<Known | null>): Promise<Known | null> {
  const asked = underWay.get(key) ?? read().finally(() => underWay.delete(key));
  underWay.set(key, asked);
  return asked;
}

/** One try with the cached facts, one with the database's, and one more if they changed in between. */
const TRIES = 3;

/**
 * Decides from the known facts of a conversation and writes the decision. If a row no longer matches the cached facts, nothing is
 * written, and it decides again from the database's facts.
 * @param decide returns null if this path does not apply.
 * @param write returns null if a row has changed or the write was refused for another reason.
 * @returns null if this path does not apply. Then nothing is written.
 */
export async function decideAndWrite<Place, Plan, Written>(
  { nameOf, read }: Reader<Place>,
  { workspaceId, place }: Ask<Place>,
  decide: (known: Known) => Plan | null | Promise<Plan | null>,
  write: (plan: Plan) => Promise<Written | null>,
): Promise<Written | null> {
  const key = `${workspaceId} ${nameOf(place)}`;
  let before: Known | null = null;
  for (let tries = 0; tries < TRIES; tries++) {
    const kept: Known | undefined = before ? undefined : remembered.get(key);
    const ask = () => read({ workspaceId, place });
    const known: Known | null = kept ?? (await (before ? ask() : readFirst(key, ask)));
    if (!known) remembered.delete(key);
    if (!known || isDeepStrictEqual(known, before)) return null;
    if (!kept) {
      remember(key, known);
      remember(`${workspaceId} ${known.facts.conv.id}`, known);
    }
    const plan = await decide(known);
    const written = plan === null ? null : await write(plan);
    if (written !== null) return written;
    if (plan === null && !kept) return null;
    before = known;
  }
  return null;
}
