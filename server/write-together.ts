import pg from "pg";
import { Prisma } from "./generated/prisma/client.ts";
import { withoutRequestContext, pastTheLine } from "./observe/request-context.ts";

/** How asks of one kind are batched. */
type Rules<Ask, Answer> = {
  /** Only asks of the same lane share a statement. */
  laneOf: (ask: Ask) => string | number;
  /** The row that the statement locks. Meanwhile no other statement of this process uses that row. */
  keyOf: (ask: Ask) => string;
  /** A value that no two asks of one statement may share; null: no restriction. */
  uniqueOf: (ask: Ask) => string | null;
  /** Writes all asks in one transaction. Returns their answers in the same order. */
  write: (asks: readonly Ask[]) => Promise<readonly Answer[]>;
  /** The most concurrent statements of a lane. Busy lanes run two. More run only when statements are blocked. */
  sideBySide: number;
  /** The most asks in one statement. */
  most: number;
};

/**
 * A message in a batch of 16 costs half as much as alone, so new asks wait for the running statement. Start a second
 * statement once 8 asks wait and the queue is 75 % of the running batch. Then one batch is written while the callers of the
 * other receive their answers and ask again.
 */
const BESIDE = { least: 8, share: 0.75 };
/**
 * A statement that runs longer than this, in milliseconds, waits for a locked row or a slow disk. Another one starts beside
 * it.
 */
const BESIDE_MS = 50;
/** How long asks wait for a database that does not respond, in milliseconds. */
const PATIENCE_MS = 1_000;

type Waiting<Ask, Answer> = {
  ask: Ask;
  since: number;
  key: string;
  unique: string | null;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

type Lane<Ask, Answer> = {
  waiting: Waiting<Ask, Answer>[];
  underWay: number;
  size: number;
  /** Start time of the last statement, by `performance.now()`. */
  begunAt: number;
  busy: Set<string>;
  timer: NodeJS.Timeout | null;
};

/**
 * Group commit: asks that arrive while a statement runs are written together by the next one. Each ask gets its own answer
 * after the commit. A single ask is written at once. Asks for one row keep their order.
 *
 * If the database rejects a statement, it is rolled back as a whole. Its asks are then written one by one, so that only the
 * bad one fails.
 * If the connection is lost, the outcome is unknown: its asks are refused, and so are asks that have waited long behind it.
 */
export function writeTogether<Ask, Answer>(rules: Rules<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const lanes = new Map<string | number, Lane<Ask, Answer>>();

  const run = async (lane: Lane<Ask, Answer>, batch: Waiting<Ask, Answer>[]) => {
    lane.underWay += 1;
    lane.size = batch.length;
    lane.begunAt = performance.now();
    for (const { key, unique } of batch) {
      lane.busy.add(key);
      if (unique !== null) lane.busy.add(unique);
    }
    const lost = await pastTheLine(() => settle(batch, rules.write));
    lane.underWay -= 1;
    for (const { key, unique } of batch) {
      lane.busy.delete(key);
      if (unique !== null) lane.busy.delete(unique);
    }
    if (lost) refuseOld(lane, lost.error);
  };

  const next = (name: string | number, lane: Lane<Ask, Answer>) => {
    while (lane.underWay < rules.sideBySide && lane.waiting.length > 0) {
      const sinceMs = performance.now() - lane.begunAt;
      if (sinceMs < BESIDE_MS && !mayGo(lane)) return lookAgain(name, lane, BESIDE_MS - sinceMs);
      const batch = take(lane, rules.most);
      if (batch.length === 0) return;
      // Later batches belong to other requests, so they run without this request context.
      void run(lane, batch).then(() => withoutRequestContext(() => next(name, lane)));
    }
    if (lane.underWay === 0 && lanes.get(name) === lane) lanes.delete(name);
  };

  const lookAgain = (name: string | number, lane: Lane<Ask, Answer>, afterMs: number) => {
    if (rules.sideBySide === 1) return;
    lane.timer ??= withoutRequestContext(() =>
      setTimeout(() => {
        lane.timer = null;
        next(name, lane);
      }, afterMs),
    );
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      const name = rules.laneOf(ask);
      let lane = lanes.get(name);
      if (!lane)
        lanes.set(name, (lane = { waiting: [], underWay: 0, size: 0, begunAt: 0, busy: new Set(), timer: null }));
      const unique = rules.uniqueOf(ask);
      lane.waiting.push({
        ask,
        since: performance.now(),
        key: `row ${rules.keyOf(ask)}`,
        unique: unique === null ? null : `unique ${unique}`,
        resolve,
        reject,
      });
      next(name, lane);
    });
}

function mayGo({ underWay, waiting, size }: Lane<unknown, never>): boolean {
  return underWay === 0 || (underWay === 1 && waiting.length >= Math.max(BESIDE.least, size * BESIDE.share));
}

/** Takes the asks that may be written now, in order. An ask that has to wait also holds back later asks for the same row. */
function take<Ask, Answer>(lane: Lane<Ask, Answer>, most: number): Waiting<Ask, Answer>[] {
  const batch: Waiting<Ask, Answer>[] = [];
  const left: Waiting<Ask, Answer>[] = [];
  const uniques = new Set<string>();
  const held = new Set<string>();
  for (const one of lane.waiting) {
    const { key, unique } = one;
    const isRepeated = unique !== null && (lane.busy.has(unique) || uniques.has(unique));
    if (batch.length === most || lane.busy.has(key) || held.has(key) || isRepeated) {
      held.add(key);
      left.push(one);
      continue;
    }
    if (unique !== null) uniques.add(unique);
    batch.push(one);
  }
  lane.waiting = left;
  return batch;
}

function refuseOld<Ask, Answer>(lane: Lane<Ask, Answer>, error: unknown): void {
  const oldest = performance.now() - PATIENCE_MS;
  const { true: old = [], false: left = [] } = Object.groupBy(
    lane.waiting,
    ({ since }) => `${since < oldest}` as const,
  );
  lane.waiting = left;
  for (const { reject } of old) reject(error);
}

/**
 * Never throws: every ask is answered or refused.
 * @returns the error that lost the connection; null: the database responded.
 */
async function settle<Ask, Answer>(
  batch: readonly Waiting<Ask, Answer>[],
  write: Rules<Ask, Answer>["write"],
): Promise<{ error: unknown } | null> {
  try {
    const answers = await write(batch.map(({ ask }) => ask));
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    return null;
  } catch (error) {
    const lost = isRefusal(error) ? null : { error };
    if (batch.length === 1 || lost) {
      for (const { reject } of batch) reject(error);
      return lost;
    }
    return settleOneByOne(batch, write);
  }
}

async function settleOneByOne<Ask, Answer>(
  batch: readonly Waiting<Ask, Answer>[],
  write: Rules<Ask, Answer>["write"],
): Promise<{ error: unknown } | null> {
  for (const [index, one] of batch.entries()) {
    const lost = await settle([one], write);
    if (!lost) continue;
    for (const { reject } of batch.slice(index + 1)) reject(lost.error);
    return lost;
  }
  return null;
}

/** A failed raw statement, a duplicate key, a missing reference, a deadlock. */
const REFUSALS = ["P2010", "P2002", "P2003", "P2034"];

/**
 * Whether the database rejected the statement and rolled it back. An error that ends the connection may come after the
 * commit.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== "FATAL";
  return error instanceof Prisma.PrismaClientKnownRequestError && REFUSALS.includes(error.code);
}
