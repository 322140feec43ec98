import { setTimeout as wait } from "node:timers/promises";
import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { showAnswering } from "../../messages/show-answering.ts";
import { handoverOf } from "../../integrations/handover-of.ts";
import { whileHeld } from "../../work/lease.ts";
import { log } from "../../log.ts";
import { say, type Said } from "../../say.ts";
import { type Engine, type Reply, NO_REPLY } from "../engine.ts";
import type { engineOf } from "../providers/engine-of.ts";
import { runEngine, TURN_MS } from "../run-engine.ts";
import { dropTurn, handBackTurn, type ClaimedTurn } from "./claim-turns.ts";
import { commitAnswer, type MadeReply } from "./commit-answer.ts";
import { discardReplyFile, fetchReplyFile } from "./fetch-reply-file.ts";
import { readTurn, type Scene } from "./read-turn.ts";
import { obstacleTo } from "./send-reply.ts";

export type Answering = {
  engineOf: typeof engineOf;
  /** What waiting times and the time of a turn are multiplied by: 1 in service. */
  timeScale: number;
};

/** A turn that was taken over from a dead worker has at least this long, in milliseconds. */
const LEAST_MS = 10_000;
/** A turn that was left in the middle so often is not tried again: whatever ends its workers would do so for ever. */
const MOST_TAKINGS = 8;
/** For the file of an answer, beside what is left of the turn's time, in milliseconds. */
const FILE_MS = 10_000;
/** After a fault of ours, in milliseconds. */
const FAULT_PAUSE_MS = 2_000;
/** What the database does not take is offered to it again after this pause, in milliseconds, so often. */
const STORE_AGAIN_MS = 250;
const STORE_TRIES = 10;

/**
 * One turn of an assistant, to its end: read, asked, and put into the conversation. Holds the turn meanwhile; a worker that is told to
 * stop gives it back at once. Never throws.
 */
export async function takeTurn(turn: ClaimedTurn, stopping: AbortSignal, answering: Answering): Promise<void> {
  const ctx = systemCtx(turn.workspaceId, "answer-turns");
  const { workspaceId, convId, leaseToken } = turn;
  await whileHeld({ kind: "turn", workspaceId, id: convId, leaseToken }, stopping, async (signal) => {
    try {
      await answer(ctx, turn, answering, signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, workspaceId, convId }, "a turn failed; it is tried again");
      const pauseMs = signal.aborted ? 0 : FAULT_PAUSE_MS * turn.attemptNo;
      await handBackTurn(turn, pauseMs, "Something went wrong on our side").catch(() => undefined);
    }
  });
}

async function answer(ctx: Ctx, turn: ClaimedTurn, answering: Answering, signal: AbortSignal): Promise<void> {
  const begunAt = performance.now();
  const scene = await readTurn(ctx, turn.convId);
  if (!scene) return dropTurn(turn);
  const ageMs = () => Math.round(turn.ageMs + performance.now() - begunAt);
  const refusal = await whyNotAsked(ctx, turn, scene);
  const made =
    refusal === null
      ? await ask(ctx, scene, answering, ageMs, signal)
      : { reply: handingOver(refusal), file: null, attempts: 0 };
  // It may have taken half a minute: windows close meanwhile.
  const committed = await store({ ...ctx, now: new Date() }, turn, scene, { ...made, durationMs: ageMs() }, signal);
  const isUnused = committed === "dropped" || committed === "again" || committed === "gone";
  if (isUnused) await discardReplyFile(ctx, made.file);
  if (committed === "again") await handBackTurn(turn, 0, "The client changed what they had written");
}

/** Why the assistant is not asked at all, as a clause for people; null when it is. */
async function whyNotAsked(ctx: Ctx, turn: ClaimedTurn, scene: Scene): Promise<Said | null> {
  const { conv, integration, client, burst } = scene;
  if (burst.every(({ removedAt }) => removedAt !== null)) return say("reason.takenBack");
  if (turn.attemptNo > MOST_TAKINGS) return say("reason.interrupted", { count: MOST_TAKINGS });
  const obstacle = obstacleTo({ conv, integration, client }, ctx.now);
  if (obstacle !== null) return obstacle;
  const { keywords } = await handoverOf(ctx, integration, scene.ai.id);
  const said = scene.turn.messages.slice(-burst.length).flatMap(({ content }) => content ?? []);
  if (asksForPerson(said, keywords ?? [])) return say("reason.asked");
  const firstAt = burst[0]?.createdAt ?? ctx.now;
  return (await hasReachedLimit(ctx, conv, firstAt)) ? say("reason.inARow", { count: MOST_IN_A_ROW }) : null;
}

async function ask(
  ctx: Ctx,
  scene: Scene,
  { engineOf, timeScale }: Answering,
  ageMs: () => number,
  signal: AbortSignal,
): Promise<Omit<MadeReply, "durationMs">> {
  const { ai, properties, integration, conv } = scene;
  const stopShowing = showAnswering(ctx, { conv, integration }, ai.name);
  try {
    const place = { workspaceId: ctx.workspaceId, aiId: ai.id };
    // Within the run, where a fault in it is a failure like any other.
    const engine: Engine = async (turn) => engineOf(ai.type, properties, place)(turn);
    const withinMs = Math.max(TURN_MS * timeScale - ageMs(), LEAST_MS * timeScale);
    const run = await runEngine(engine, scene.turn, { withinMs, timeScale, signal });
    if (run.failure !== null) return { reply: handingOver(run.failure), file: null, attempts: run.attempts };
    const { reply, attempts } = run;
    const leftMs = Math.max(TURN_MS - ageMs(), FILE_MS);
    const file = reply.file && (await fetchReplyFile(ctx, integration, reply.file, leftMs, signal));
    return { reply, file, attempts };
  } finally {
    stopShowing();
  }
}

/**
 * What a provider has been paid for is not thrown away because the database was away for a moment.
 * @returns `unknown` where the answer to a commit was lost and the turn is not there any more: then it may well have been stored.
 */
async function store(ctx: Ctx, turn: ClaimedTurn, scene: Scene, made: MadeReply, signal: AbortSignal) {
  for (let tries = 1; ; tries++) {
    try {
      const committed = await commitAnswer(ctx, turn, scene, made);
      // The second time changes nothing, but what came of the first stands.
      return committed === "gone" && tries > 1 ? "unknown" : committed;
    } catch (error) {
      if (signal.aborted || tries === STORE_TRIES) throw error;
      log.warn({ err: error, workspaceId: turn.workspaceId, convId: turn.convId, tries }, "an answer was not stored");
      await wait(STORE_AGAIN_MS);
    }
  }
}

function handingOver(reason: Said): Reply {
  return { ...NO_REPLY, handover: { reason } };
}

const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/**
 * Whether the client's words are, or hold, one of the channel's words that ask for a person (decisions section 4, `handover.keywords`):
 * as whole words, in any case and however they are spaced.
 * Scripts that put no space between words have them anywhere.
 */
export function asksForPerson(said: readonly string[], keywords: readonly string[]): boolean {
  const texts = said.map(normalised);
  return keywords.some((keyword) => {
    const wanted = normalised(keyword);
    const sought = UNSPACED.test(keyword) ? wanted.trim() : wanted;
    return sought !== "" && texts.some((text) => text.includes(sought));
  });
}

/** Words between single spaces, one at either end; what is neither letter nor digit parts words. A keyword of signs alone is none. */
function normalised(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** Answers in a row after which a person is asked to look: two machines would write to each other for ever. */
const MOST_IN_A_ROW = 20;
/** A client who comes back after so long begins a new row. */
const PAUSE_MS = 60 * 60 * 1000;

/**
 * Whether the assistant has answered as often as it may since it was given the conversation, or since the client last paused.
 * @param firstAt when the first message to be answered now was written.
 */
async function hasReachedLimit(ctx: Ctx, conv: { id: string; ownerVersion: number }, firstAt: Date): Promise<boolean> {
  const answers = await ctx.db.assistantAnswer.findMany({
    where: { workspaceId: ctx.workspaceId, convId: conv.id, ownerVersion: conv.ownerVersion, outcome: "answered" },
    orderBy: { createdAt: "desc" },
    take: MOST_IN_A_ROW,
    select: { createdAt: true },
  });
  return inARow([firstAt, ...answers.map(({ createdAt }) => createdAt)]) > MOST_IN_A_ROW;
}

/** How many of these times, the latest first, follow one another without a pause. */
export function inARow(times: readonly Date[]): number {
  const pause = times.findIndex((at, index) => {
    const next = times[index - 1];
    return next !== undefined && next.getTime() - at.getTime() >= PAUSE_MS;
  });
  return pause === -1 ? times.length : pause;
}
