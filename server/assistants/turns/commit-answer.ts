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
  /** Tries that its provider took; 0: it was not asked. */
  attempts: number;
  /** From the first taking up until now. */
  durationMs: number;
};

/**
 * - `done`: what is to be seen of it is in the conversation, and written down.
 * - `dropped`: somebody took over, ended it or took the question back meanwhile. Nothing of it is seen.
 * - `again`: the question is another one by now, and is to be answered as it is.
 * - `gone`: the turn is another worker's.
 */
export type Committed = AnswerOutcome | "again" | "gone";

/** After so many takings an answer to what the question was is better than none. */
const MOST_CHANGES = 3;

/**
 * Puts a reply into its conversation, in one transaction: whatever happened while the assistant was thinking happened before it, and
 * nothing is ever sent twice. Text and file first, then what it learned, then at most one change of state.
 */
export async function commitAnswer(ctx: Ctx, turn: ClaimedTurn, scene: Scene, made: MadeReply): Promise<Committed> {
  try {
    return await inTransaction(ctx, (tx) => commit(tx, turn, scene, made));
  } catch (error) {
    // The contact became another one meanwhile: what was learned is that one's.
    if (error instanceof ClientMerged) return "again";
    throw error;
  }
}

async function commit(tx: Ctx, turn: ClaimedTurn, scene: Scene, made: MadeReply): Promise<Committed> {
  const { workspaceId } = tx;
  const reply = allowedReply(scene.ai.type, scene.properties, made.reply);
  const learns = Object.keys(reply.fields).length > 0;
  // The client's row before the conversation's, as everywhere, or two transactions could wait for each other.
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
    return drop(tx, scene, made, since, "the client took the question back");
  }
  if (learns && conv.clientId !== scene.client.id) throw new ClientMerged();
  return answer(tx, conv, scene, { ...made, reply }, since);
}

/** Why the conversation is not the assistant's to answer any more; null while it is. */
async function whyNotTheirs(tx: Ctx, conv: Conversation, { ai, conv: before }: Scene): Promise<string | null> {
  if (conv.ended) return "the conversation was ended meanwhile";
  if (conv.aiId !== ai.id || conv.ownerVersion !== before.ownerVersion) return "somebody took over meanwhile";
  // Whoever deletes it waits for this, and then hands over.
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
  // Text and file go out in this order: where something stood in the way, the file did not go.
  if (sent.obstacle !== null) await discardReplyFile(tx, made.file);
  const said = scene.burst.map(({ content, caption }) => caption ?? content);
  const refused = await gatherFields(tx, place.client, reply.fields, said);
  const tags = reply.tags.filter((tag) => !conv.tags.includes(tag)).slice(0, TAGS_MAX - conv.tags.length);
  if (tags.length > 0) await tagConv(tx, { convId: conv.id, tags: [...conv.tags, ...tags] });

  const reason = sent.obstacle ?? reply.handover?.reason ?? null;
  // Whoever has written more meanwhile is not done.
  const ends = reply.end && !since.hasMore;
  const outcome = reason !== null ? "handedOver" : ends ? "ended" : reply.choices.length > 0 ? "askedBack" : "answered";
  // Decisions section 4: the last message that is no note is the client's; a line that came meanwhile has had no answer.
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

/** What the client wrote up to here has been dealt with; whether they still wait for somebody. */
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
      // What was shown to the assistant, and taken back since, is not kept here either.
      ...(isForgotten ? {} : { details: keptTrace(trace) }),
    },
  });
}

/** More than the turns of ordinary conversations come to, in characters of JSON: answers are read by hundreds at a time. */
const WHOLE_MAX = 256 * 1024;
/** What is left of each text and each list of a trace that is longer. */
const TEXT_MAX = 4_000;
const ITEMS_MAX = 100;

/** What an assistant did, as it is kept: word for word, unless that would be out of all proportion. */
export function keptTrace(trace: Trace): Prisma.InputJsonObject {
  const json = JSON.stringify(trace);
  return JSON.parse(json, json.length > WHOLE_MAX ? shortened : undefined) as Prisma.InputJsonObject;
}

function shortened(_: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX);
  if (typeof value !== "string" || value.length <= TEXT_MAX) return value;
  return `${value.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
}

/** What happened to the client's messages while the assistant was thinking. */
type Since = {
  /** The client wrote more: that is the next turn's. */
  hasMore: boolean;
  /** Some of the question was edited or taken back … */
  isChanged: boolean;
  /** … or all of it was taken back. */
  isTakenBack: boolean;
  /** Something that the assistant was shown was taken back. */
  isForgotten: boolean;
};

/** @param tx the transaction of the answer, with the conversation's row locked: nothing is written into it meanwhile. */
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
 * Keeps what the assistant has learned of the client: what was not known yet, and what the client has just said anew. A number is
 * taken only where there is none and it is nobody else's: by it a message is matched to a contact, and anybody can claim one.
 * @param tx the open transaction, with the client's row locked.
 * @param said what the client wrote in this turn.
 * @returns what was not taken, and why, for the trace.
 */
async function gatherFields(tx: Ctx, client: Client, fields: Reply["fields"], said: readonly string[]) {
  const refused: Trace["toolCalls"] = [];
  const taken: Partial<Record<GatheredField, string>> = {};
  for (const [name, value] of Object.entries(fields) as [GatheredField, string][]) {
    const why = whyNot(client, name, value, said) ?? (name === "phone" ? await whoseNumber(tx, client, value) : null);
    // Written out in full, or the client's country would be read into a number that names its own.
    if (why === null) taken[name] = name === "phone" ? (readClientFields({ phone: value }).phone ?? value) : value;
    else refused.push({ name: "field", input: { name, value }, isAllowed: false, outcome: why });
  }
  // A number tells a country, which is not to take the place of the one that is known.
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

/** Whether the client wrote it, whatever the case and spacing. */
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
