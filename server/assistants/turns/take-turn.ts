import { setTimeout as wait } from "node:timers/promises";
import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { showAnswering } from "../../messages/show-answering.ts";
import { handoverOf } from "../../integrations/handover-of.ts";
import { giveBack, whileHeld, type Lease } from "../../work/lease.ts";
import { retryPause } from "../../work/retry.ts";
import { log } from "../../log.ts";
import { say, type Said } from "../../say.ts";
import { type Engine, type Reply, NO_REPLY } from "../engine.ts";
import type { engineOf } from "../providers/engine-of.ts";
import { runEngine, TURN_MS } from "../run-engine.ts";
import { dropTurn, type ClaimedTurn } from "./claim-turns.ts";
import { commitAnswer, type MadeReply } from "./commit-answer.ts";
import { discardReplyFile, fetchReplyFile } from "./fetch-reply-file.ts";
import { readTurn, type Scene } from "./read-turn.ts";
import { obstacleTo } from "./send-reply.ts";

export type Answering = {
  engineOf: typeof engineOf;
  /** Factor for waiting times and the time of a turn. 1 in production. */
  timeScale: number;
};

/** The least time, in milliseconds, for a turn that was recovered from a dead worker. */
const LEAST_MS = 10_000;
/** A turn that was interrupted this often is not retried: its cause would stop the workers again and again. */
const MOST_TAKINGS = 8;
/** The least time for the file of an answer, in milliseconds, even if the turn's time is over. */
const FILE_MS = 10_000;
/** If the database fails, storing is retried after this pause, in milliseconds, up to this many attempts. */
const STORE_AGAIN_MS = 250;
const STORE_TRIES = 10;

/**
 * Runs one turn of an assistant: reads the conversation, asks the assistant and stores its answer. It renews the lease meanwhile. A
 * worker that must stop releases the turn at once. Never throws.
 */
export async function takeTurn(turn: ClaimedTurn, stopping: AbortSignal, answering: Answering): Promise<void> {
  const ctx = systemCtx(turn.workspaceId, "answer-turns");
  const { workspaceId, convId } = turn;
  await whileHeld(leaseOf(turn), stopping, async (signal) => {
    try {
      await answer(ctx, turn, answering, signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, workspaceId, convId }, "a turn failed; it is tried again");
      const pause = signal.aborted ? 0 : (retryPause("turn", turn.attemptNo) ?? 0);
      await giveBack(leaseOf(turn), pause, "Something went wrong on our side").catch(() => undefined);
    }
  });
}

const leaseOf = ({ workspaceId, convId, leaseToken }: ClaimedTurn): Lease => ({
  kind: "turn",
  workspaceId,
  id: convId,
  leaseToken,
});

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
  // The current time: the answer may have taken half a minute, and a reply window may have closed meanwhile.
  const committed = await store({ ...ctx, now: new Date() }, turn, scene, { ...made, durationMs: ageMs() }, signal);
  const isUnused = committed === "dropped" || committed === "again" || committed === "gone";
  if (isUnused) await discardReplyFile(ctx, made.file);
  if (committed === "again") await giveBack(leaseOf(turn), 0, "The contact changed what they had written");
}

/** Why the assistant is not asked at all, as a clause for people. null: it is asked. */
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
    // Create the engine inside the run, so that an error in creating it counts as a normal failure.
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
 * Stores the answer, with retries, so that a short database outage does not waste a paid answer.
 * @returns `unknown` if the response to a commit was lost and the turn no longer exists: the answer was probably stored.
 */
async function store(ctx: Ctx, turn: ClaimedTurn, scene: Scene, made: MadeReply, signal: AbortSignal) {
  for (let tries = 1; ; tries++) {
    try {
      const committed = await commitAnswer(ctx, turn, scene, made);
      // A repeated commit changes nothing, but the first one may have succeeded.
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
 * Whether the contact's messages are or contain one of the channel's words that ask for a person
 * (`handover.keywords`): as whole words, in any case and spacing. Scripts without spaces between words match anywhere.
 */
export function asksForPerson(said: readonly string[], keywords: readonly string[]): boolean {
  const texts = said.map(normalised);
  return keywords.some((keyword) => {
    const wanted = normalised(keyword);
    const sought = UNSPACED.test(keyword) ? wanted.trim() : wanted;
    return sought !== "" && texts.some((text) => text.includes(sought));
  });
}

/** Words separated and surrounded by single spaces. Anything but letters and digits separates words. Signs alone match nothing. */
function normalised(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** Consecutive answers after which a person must look. Otherwise two machines would write to each other for ever. */
const MOST_IN_A_ROW = 20;
/** After a pause this long, in milliseconds, the count starts again. */
const PAUSE_MS = 60 * 60 * 1000;

/**
 * Whether the assistant has reached its limit of answers since it got the conversation, or since the contact's last pause.
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

/** How many of these times, latest first, follow one another without a pause. */
export function inARow(times: readonly Date[]): number {
  const pause = times.findIndex((at, index) => {
    const next = times[index - 1];
    return next !== undefined && next.getTime() - at.getTime() >= PAUSE_MS;
  });
  return pause === -1 ? times.length : pause;
}
