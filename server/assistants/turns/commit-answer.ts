import { ClientMerged, holdUnmerged } from "../../clients/current-client.ts";
import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import type { Conversation, Prisma, Client } from "../../generated/prisma/client.ts";
import type { AnswerOutcome } from "../../generated/prisma/enums.ts";
import { holdAssistants } from "../../conversations/choose-assignee.ts";
import { endHeldConv } from "../../conversations/end-open-convs.ts";
import { handOverConv } from "../../conversations/hand-over-conv.ts";
import { placeOf } from "../../messages/sendable.ts";
import { tagConv } from "../../conversations/tag-conv.ts";
import { inEnglish, say } from "../../say.ts";
import { TAGS_MAX } from "../../tags/tag-values.ts";
import type { Reply, Trace, GatheredField } from "../engine.ts";
import { allowedReply } from "./allowed-reply.ts";
import type { ClaimedTurn } from "./claim-turns.ts";
import { discardReplyFile, type ReplyFile } from "./fetch-reply-file.ts";
import type { Scene } from "./read-turn.ts";
import { sendReply } from "./send-reply.ts";
import { readClientFields } from "../../clients/client-fields.ts";
import { patchClient } from "../../clients/patch-client.ts";
import { AppError } from "../../errors.ts";

export type MadeReply = {
  reply: Reply;
  file: ReplyFile | null;
  /** Number of attempts at the provider. 0: it was not called. */
  attempts: number;
  /** From the first claim until now. */
  durationMs: number;
};

/**
 * - `done`: the visible part is in the conversation, and the answer is recorded.
 * - `dropped`: someone took over, ended the conversation or took the question back meanwhile. Nothing of it is visible.
 * - `again`: the question has changed and must be answered in its new form.
 * - `gone`: another worker has the turn.
 */
export type Committed = AnswerOutcome | "again" | "gone";

/** After this many claims, an answer to the old question is better than none. */
const MOST_CHANGES = 3;

/**
 * Stores a reply in its conversation, in one transaction. It takes into account everything that happened while the assistant was working,
 * and never sends anything twice. The order is text and file, then gathered data, then at most one change of state.
 */
export async function commitAnswer(ctx: Ctx, turn: ClaimedTurn, scene: Scene, made: MadeReply): Promise<Committed> {
  try {
    return await inTransaction(ctx, (tx) => commit(tx, turn, scene, made));
  } catch (error) {
    // The contact was merged into another one meanwhile, which must get the gathered data.
    if (error instanceof ClientMerged) return "again";
    throw error;
  }
}

async function commit(tx: Ctx, turn: ClaimedTurn, scene: Scene, made: MadeReply): Promise<Committed> {
  const { workspaceId } = tx;
  const reply = allowedReply(scene.ai.type, scene.properties, made.reply);
  const learns = Object.keys(reply.fields).length > 0;
  // Lock the client's row before the conversation's, as everywhere. Otherwise two transactions could deadlock.
  if (learns) await holdUnmerged(tx, scene.client.id);
  const [conv] = await tx.db.$queryRaw<Conversation[]>`
    select * from "Conversation" where "workspaceId" = ${workspaceId} and id = ${turn.convId}::uuid for no key update`;
  if (!conv) return "gone";
  const since = await readSince(tx, scene);
  const whyNot = await whyNotTheirs(tx, conv, scene);
  const isOther = since.isChanged && !since.isTakenBack;
  if (whyNot === null && isOther && turn.attemptNo < MOST_CHANGES) return "again";
  const held = { workspaceId, convId: turn.convId, leaseToken: turn.leaseToken };
  if ((await tx.db.assistantTurn.deleteMany({ where: held })).count === 0) return "gone";
  if (whyNot !== null) return drop(tx, scene, made, since, whyNot);
  if (since.isTakenBack) {
    await settle(tx, conv, scene, { needsResponse: conv.needsResponse });
    return drop(tx, scene, made, since, "the contact took the question back");
  }
  if (learns && conv.clientId !== scene.client.id) throw new ClientMerged();
  return answer(tx, conv, scene, { ...made, reply }, since);
}

/** Why the assistant may not answer the conversation any more. null: it may. */
async function whyNotTheirs(tx: Ctx, conv: Conversation, { ai, conv: before }: Scene): Promise<string | null> {
  if (conv.ended) return "the conversation was ended meanwhile";
  if (conv.aiId !== ai.id || conv.ownerVersion !== before.ownerVersion) return "somebody took over meanwhile";
  // A deletion of the assistant waits for this transaction and then hands the conversation over.
  return (await holdAssistants(tx, [ai.id])).has(ai.id) ? null : "the assistant was deleted meanwhile";
}

async function answer(
  tx: Ctx,
  conv: Conversation,
  scene: Scene,
  made: MadeReply,
  since: Since,
): Promise<AnswerOutcome> {
  const { reply } = made;
  const place = await placeOf(tx, conv);
  const sent = await sendReply(tx, place, scene.ai.id, reply, made.file);
  // Text and file are sent in this order. If there was an obstacle, the file was not sent.
  if (sent.obstacle !== null) await discardReplyFile(tx, made.file);
  const said = scene.burst.map(({ content, caption }) => caption ?? content);
  const refused = await gatherFields(tx, place.client, reply.fields, said);
  const tags = reply.tags.filter((tag) => !conv.tags.includes(tag)).slice(0, TAGS_MAX - conv.tags.length);
  if (tags.length > 0) await tagConv(tx, { convId: conv.id, tags: [...conv.tags, ...tags] });

  const reason = sent.obstacle ?? reply.handover?.reason ?? null;
  // A contact who has written more is not finished.
  const ends = reply.end && !since.hasMore;
  const outcome = reason !== null ? "handedOver" : ends ? "ended" : reply.choices.length > 0 ? "askedBack" : "answered";
  // Decisions section 4: it needs a response if the last message, notes aside, is the contact's. Messages that arrived meanwhile are
  // unanswered.
  const isUntold = sent.messageId === null && conv.needsResponse;
  await settle(tx, conv, scene, { needsResponse: since.hasMore || isUntold });
  if (reason !== null) await handOverConv(tx, conv, reason);
  else if (ends) await endHeldConv(tx, conv, say("line.endedByAssistant", { name: scene.ai.name }));
  const trace = { ...reply.trace, toolCalls: [...reply.trace.toolCalls, ...refused] };
  await record(tx, scene, { ...made, reply: { ...reply, trace } }, since, {
    outcome,
    reason: reason && inEnglish(reason),
    messageId: sent.messageId,
  });
  return outcome;
}

/** Marks the contact's messages up to here as handled, and sets whether the contact still waits for an answer. */
async function settle(tx: Ctx, conv: Conversation, { burst }: Scene, { needsResponse }: { needsResponse: boolean }) {
  await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { aiAnsweredSeq: burst.at(-1)?.seq ?? conv.aiAnsweredSeq, needsResponse },
  });
}

async function drop(tx: Ctx, scene: Scene, made: MadeReply, since: Since, reason: string): Promise<AnswerOutcome> {
  const reply = { ...made.reply, isUnanswered: false };
  await record(tx, scene, { ...made, reply }, since, { outcome: "dropped", reason, messageId: null });
  return "dropped";
}

async function record(
  tx: Ctx,
  { conv, ai, burst, versionNumber }: Scene,
  { reply, attempts, durationMs }: MadeReply,
  { isForgotten }: Since,
  how: { outcome: AnswerOutcome; reason: string | null; messageId: string | null },
): Promise<void> {
  const { trace, isUnanswered } = reply;
  const last = burst.at(-1);
  if (!last) throw new Error("a turn without a question has no answer");
  await tx.db.assistantAnswer.create({
    data: {
      workspaceId: tx.workspaceId,
      aiId: ai.id,
      versionNumber,
      convId: conv.id,
      clientMessageId: last.id,
      ownerVersion: conv.ownerVersion,
      ...how,
      isUnanswered,
      isPlayground: conv.isPlayground,
      attempts,
      promptTokens: trace.promptTokens,
      completionTokens: trace.completionTokens,
      durationMs,
      // Do not store a message that was taken back after the assistant saw it.
      ...(isForgotten ? {} : { details: keptTrace(trace) }),
    },
  });
}

/** Characters of JSON. Ordinary traces are shorter. The limit exists because answers are read by the hundreds. */
const WHOLE_MAX = 256 * 1024;
/** Limits for each text and each list of a longer trace. */
const TEXT_MAX = 4_000;
const ITEMS_MAX = 100;

/** A trace as it is stored: in full, unless it is far too long. */
export function keptTrace(trace: Trace): Prisma.InputJsonObject {
  const json = JSON.stringify(trace);
  return JSON.parse(json, json.length > WHOLE_MAX ? shortened : undefined) as Prisma.InputJsonObject;
}

function shortened(_: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX);
  if (typeof value !== "string" || value.length <= TEXT_MAX) return value;
  return `${value.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
}

/** Changes to the contact's messages while the assistant was working. */
type Since = {
  /** The contact wrote more, which is for the next turn. */
  hasMore: boolean;
  /** Part of the question was edited or taken back … */
  isChanged: boolean;
  /** … or all of it was taken back. */
  isTakenBack: boolean;
  /** A message that the assistant saw was taken back. */
  isForgotten: boolean;
};

/** @param tx the transaction of the answer. It holds the conversation's row, so nothing is added to it meanwhile. */
async function readSince(tx: Ctx, { conv, burst, seen }: Scene): Promise<Since> {
  const ids = seen.map(({ id }) => id);
  const lastSeq = burst.at(-1)?.seq ?? 0;
  const rows = await tx.db.$queryRaw<Row[]>`
    select m.id, m.content, m.caption, m."removedAt" is not null as "isRemoved", false as "isMore" from "Message" m
    where m."workspaceId" = ${tx.workspaceId} and m.id = any(${ids}::uuid[])
    union all
    select m.id, '', null, m."removedAt" is not null, true from "Message" m
    where m."workspaceId" = ${tx.workspaceId} and m."convId" = ${conv.id}::uuid and m.seq > ${lastSeq} and not m."isAgent"
      -- What somebody else has answered since is no longer open.
      and not exists (select from "Message" o where o."workspaceId" = m."workspaceId" and o."convId" = m."convId" and o.seq > m.seq
        and o."isAgent" and o.type <> 'note' and o."aiId" is null)`;
  const now = new Map(rows.flatMap((row) => (row.isMore ? [] : [[row.id, row] as const])));
  const isOther = ({ id, content, caption, removedAt }: Scene["seen"][number]) => {
    const row = now.get(id);
    return !row || row.content !== content || row.caption !== caption || row.isRemoved !== (removedAt !== null);
  };
  return {
    hasMore: rows.some(({ isMore }) => isMore),
    isChanged: burst.some(isOther),
    isTakenBack: burst.every(({ id }) => now.get(id)?.isRemoved !== false),
    isForgotten: seen.some(({ id, removedAt }) => removedAt === null && now.get(id)?.isRemoved !== false),
  };
}

type Row = { id: string; content: string; caption: string | null; isRemoved: boolean; isMore: boolean };

/**
 * Stores what the assistant learned about the contact: unknown values, and values that the contact has just given again. A phone number
 * is stored only if the contact has none and no other contact has it, because anyone can claim a number, and numbers match messages to
 * contacts.
 * @param tx the open transaction, with the client's row locked.
 * @param said the contact's messages in this turn.
 * @returns the refused values with their reasons, for the trace.
 */
async function gatherFields(tx: Ctx, client: Client, fields: Reply["fields"], said: readonly string[]) {
  const refused: Trace["toolCalls"] = [];
  const taken: Partial<Record<GatheredField, string>> = {};
  for (const [name, value] of Object.entries(fields) as [GatheredField, string][]) {
    const why = whyNot(client, name, value, said) ?? (name === "phone" ? await whoseNumber(tx, client, value) : null);
    // In international format. Otherwise a number that includes its own country code would be read with the contact's country.
    if (why === null) taken[name] = name === "phone" ? (readClientFields({ phone: value }).phone ?? value) : value;
    else refused.push({ name: "field", input: { name, value }, isAllowed: false, outcome: why });
  }
  // A phone number implies a country, which must not replace the known one.
  if (taken.phone !== undefined && client.country !== null) taken.country ??= client.country;
  const isNews = Object.entries(readClientFields(taken)).some(
    ([name, value]) => client[name as GatheredField] !== value,
  );
  if (isNews) await patchClient(tx, { id: client.id, ...taken });
  return refused;
}

function whyNot(client: Client, name: GatheredField, value: string, said: readonly string[]): string | null {
  if (client.deletedAt !== null) return "the contact is archived";
  if (value.trim() === "") return "it is empty";
  try {
    readClientFields({ [name]: value });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  const known = client[name];
  if (known === null || known === "") return null;
  if (name === "phone") return "the contact has a number; only people change it";
  return isSaid(value, said) ? null : "the contact has one, and the client did not name another";
}

/** Whether the contact wrote it, ignoring case and spacing. */
function isSaid(value: string, said: readonly string[]): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return said.some((text) => plain(text).includes(plain(value)));
}

async function whoseNumber(tx: Ctx, client: Client, value: string): Promise<string | null> {
  const { phone } = readClientFields({ phone: value });
  const others = await tx.db.client.count({
    where: {
      workspaceId: tx.workspaceId,
      phone: phone ?? null,
      id: { not: client.id },
      isPlayground: client.isPlayground,
    },
  });
  return others > 0 ? "another contact has this number" : null;
}
