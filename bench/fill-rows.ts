import { v7 as uuidv7 } from "uuid";
import { inEnglish, say } from "../server/say.ts";
import type { Cast } from "./fill-cast.ts";
import { CONV_TAGS } from "./fill-words.ts";

/** A conversation as numbers (fill-sql.ts, CONVS), with the contact's data that its rows repeat. Times are in milliseconds. */
export type DrawnConv = {
  no: number;
  id: string;
  clientId: string;
  phone: string;
  search: string;
  size: number;
  /** The number of messages in all earlier conversations. */
  first: number;
  ended: boolean;
  agentNo: number | null;
  channelNo: number;
  createdAt: number;
  lastAt: number;
  gapMs: number;
  clientLast: boolean;
};

export const MESSAGE_COLUMNS = `"workspaceId", id, "convId", "clientId", "integrationId", seq, content, "contentSaid", type, "noteType", "isAgent",
  "agentId", "createdBy", status, "statusAt", error, "externalMessageId", "providerAt", "createdAt"`;
export const CONV_COLUMNS = `"workspaceId", id, "integrationId", "clientId", "clientAddress", "stageId", "orderNo", tags, ended, "endedBy",
  "endedAt", "assigneeId", "lastSeq", "lastMessageAt", "lastMessageId", "lastClientMessageAt", "needsResponse", "waitingSince",
  "clientSearch", "snoozedAt", "snoozedUntil", "snoozedBy", "createdAt"`;

type Value = string | number | boolean | null;
type Kind = "client" | "ours" | "note" | "system";

const ENDED = say("line.ended");
const DAY_MS = 86_400_000;
/** Conversations from this length on are the added long ones. They are open and never snoozed. */
const PLANTED = 5_000;

export function chance(no: number, salt: number): number {
  let hash = Math.imul(no ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ salt, 0x27d4eb2f);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** A line in COPY's text format. */
export function copyLine(values: readonly Value[]): string {
  let line = "";
  for (const value of values) line += (line === "" ? "" : "\t") + textOf(value);
  return `${line}\n`;
}

function textOf(value: Value): string {
  if (value === null) return "\\N";
  if (typeof value !== "string") return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (one) => ESCAPES[one] ?? one) : value;
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const pick = <T>(of: readonly T[], share: number): T | null => of[Math.floor(share * of.length)] ?? null;

/** The data that all conversations of a fill share. `run` separates its ids from another fill's. */
export type FillFacts = { cast: Cast; run: string; phrases: readonly string[]; now: number };

/**
 * Builds the lines of a conversation and of all its messages. The conversation's row is derived from its messages. An ended
 * conversation of more than one message closes with the line that says so.
 * @param say takes each message's line.
 * @returns the conversation's line.
 */
export function writeConv(facts: FillFacts, conv: DrawnConv, say: (line: string) => void): string {
  const seen: Seen = { lastAt: conv.createdAt, lastId: null, clientAt: null, waitingSince: null };
  for (let k = 1; k <= conv.size; k += 1) {
    const kind = kindOf(conv, k);
    const id = writeMessage(facts, conv, { k, kind }, say);
    note(seen, kind, { id, at: timeOf(conv, k) });
  }
  return convLine(facts, conv, seen);
}

/** The part of a conversation's row that comes from its messages. */
type Seen = { lastAt: number; lastId: string | null; clientAt: number | null; waitingSince: number | null };

function note(seen: Seen, kind: Kind, { id, at }: { id: string; at: number }): void {
  if (kind === "client") {
    seen.clientAt = at;
    seen.waitingSince ??= at;
  }
  if (kind === "ours") seen.waitingSince = null;
  if (kind === "system") return;
  seen.lastAt = at;
  seen.lastId = id;
}

function kindOf({ first, size, ended, clientLast }: DrawnConv, k: number): Kind {
  if (k === size && ended && size > 1) return "system";
  if (k === 1) return "client";
  if (k === size) return clientLast ? "client" : "ours";
  if (chance(first + k, 32) < 0.03) return "note";
  return chance(first + k, 33) < 0.5 ? "client" : "ours";
}

function timeOf({ first, size, lastAt, gapMs }: DrawnConv, k: number): number {
  return k === size ? lastAt : Math.ceil(lastAt - (size - k + 0.9 * chance(first + k, 31)) * gapMs);
}

/** @returns its id */
function writeMessage(
  { cast, run, phrases }: FillFacts,
  conv: DrawnConv,
  { k, kind }: { k: number; kind: Kind },
  say: (line: string) => void,
): string {
  const g = conv.first + k;
  const at = timeOf(conv, k);
  const id = uuidv7({ msecs: at });
  const agent = cast.agents[conv.agentNo ?? Math.floor(chance(g, 34) * cast.agents.length)];
  const isAgent = kind !== "client";
  const luck = chance(g, 36);
  const isPlace = !isAgent && chance(g, 35) < 0.01;
  const isOurs = kind === "ours";
  const hasFailed = isOurs && luck < 0.01;
  say(
    copyLine([
      cast.workspaceId,
      id,
      conv.id,
      conv.clientId,
      cast.channels[conv.channelNo]?.id ?? null,
      k,
      kind === "system"
        ? inEnglish(ENDED)
        : isPlace
          ? JSON.stringify({ latitude: 38 + 15 * luck, longitude: 12 * luck })
          : `${pick(phrases, chance(g, 37))} ${pick(phrases, chance(g, 38))}`,
      kind === "system" ? JSON.stringify(ENDED) : null,
      isAgent && !isOurs ? "note" : isPlace ? "location" : "text",
      kind === "system" ? "system" : kind === "note" ? "internal" : null,
      isAgent,
      isAgent ? (agent?.id ?? null) : null,
      isAgent ? (agent?.userId ?? null) : conv.clientId,
      statusOf(kind, luck),
      isOurs ? time(at + 4_000) : null,
      hasFailed ? "The recipient cannot be reached" : null,
      kind === "client" ? `in-${run}-${g}` : isOurs && !hasFailed ? `out-${run}-${g}` : null,
      kind === "client" ? time(at - 400) : null,
      time(at),
    ]),
  );
  return id;
}

function statusOf(kind: Kind, luck: number): string {
  if (kind !== "ours") return "delivered";
  if (luck < 0.01) return "failed";
  if (luck < 0.05) return "sent";
  return luck < 0.3 ? "delivered" : "read";
}

function convLine({ cast, now }: FillFacts, conv: DrawnConv, seen: Seen): string {
  const { no, ended, agentNo, size, lastAt } = conv;
  const channel = cast.channels[conv.channelNo];
  const agent = agentNo === null ? undefined : cast.agents[agentNo];
  const isSnoozed = !ended && size < PLANTED && chance(no, 47) < 0.03;
  const waits = ended ? null : seen.waitingSince;
  return copyLine([
    cast.workspaceId,
    conv.id,
    channel?.id ?? null,
    conv.clientId,
    channel?.type === "WHATSAPP" ? conv.phone.slice(1) : `person-${conv.clientId}`,
    chance(no, 41) < 0.5 ? pick(cast.stageIds, chance(no, 42)) : null,
    chance(no, 43) < 0.2 ? `A-${100_000 + no}` : null,
    chance(no, 44) < 0.35 ? `{${pick(CONV_TAGS, chance(no, 45))}}` : "{}",
    ended,
    ended ? (agent?.userId ?? "SYSTEM") : null,
    ended ? time(lastAt) : null,
    agent?.id ?? null,
    size,
    time(seen.lastAt),
    seen.lastId,
    time(seen.clientAt),
    waits !== null,
    time(waits),
    conv.search,
    isSnoozed ? time(Math.min(now, lastAt + 30_000)) : null,
    isSnoozed && chance(no, 46) < 0.5 ? time(now + DAY_MS) : null,
    isSnoozed ? (cast.agents[agentNo ?? 0]?.userId ?? null) : null,
    time(conv.createdAt),
  ]);
}
