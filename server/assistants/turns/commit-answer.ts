import { ClientMerged, holdUnmerged } from "../../clients/current-client.ts";
import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import type { Conversation, Prisma } from "../../generated/prisma/client.ts";
import type { AnswerOutcome } from "../../generated/prisma/enums.ts";
import { holdAssistants } from "../../inbox/choose-assignee.ts";
import { endHeldConv } from "../../inbox/end-open-convs.ts";
import { handOverConv } from "../../inbox/hand-over-conv.ts";
import { placeOf } from "../../inbox/sendable.ts";
import { tagConv } from "../../inbox/tag-conv.ts";
import { inEnglish, say } from "../../say.ts";
import { TAGS_MAX } from "../../tags/tag-values.ts";
import type { Reply, Trace } from "../engine.ts";
import { allowedReply } from "./allowed-reply.ts";
import type { ClaimedTurn } from "./claim-turns.ts";
import { discardReplyFile, type ReplyFile } from "./fetch-reply-file.ts";
import { gatherFields } from "./gather-fields.ts";
import { readSince, type Since } from "./read-since.ts";
import type { Scene } from "./read-turn.ts";
import { sendReply } from "./send-reply.ts";

/** What an assistant made of a turn. */
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
async function settle(
  tx: Ctx,
  conv: Conversation,
  { burst }: Scene,
  { needsResponse }: { needsResponse: boolean },
): Promise<void> {
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
