import { describe, expect, test } from "vitest";
import { EngineFailure, type Engine, type Turn } from "./engine.ts";
import { runEngine } from "./run-engine.ts";
import { reply } from "../testing/assistant.ts";

const TURN: Omit<Turn, "signal"> = {
  workspaceId: 1,
  convId: "c",
  clientId: "p",
  aiId: "a",
  key: "k",
  messages: [],
  known: {},
};
const never = new AbortController().signal;

function failing(times: number, failure: () => Error): { engine: Engine; calls: number[] } {
  const calls: number[] = [];
  const engine: Engine = () => {
    calls.push(performance.now());
    return calls.length <= times ? Promise.reject(failure()) : Promise.resolve(reply("Here."));
  };
  return { engine, calls };
}

describe("runEngine", () => {
  test("the first reply counts; its tries and time are told", async () => {
    const { engine, calls } = failing(2, () => new EngineFailure("it stumbled"));
    const run = await runEngine(engine, TURN, { signal: never, timeScale: 0.02 });
    expect(run).toMatchObject({ reply: { text: "Here." }, failure: null, attempts: 3 });
    // 1 s, then 3 s, scaled.
    const [first = 0, second = 0, third = 0] = calls;
    expect(second - first).toBeGreaterThanOrEqual(19);
    expect(third - second).toBeGreaterThanOrEqual(59);
    expect(run.durationMs).toBeGreaterThanOrEqual(79);
  });

  test("three failures are enough", async () => {
    const { engine, calls } = failing(9, () => new EngineFailure("it stumbled"));
    const run = await runEngine(engine, TURN, { signal: never, timeScale: 0.001 });
    expect(run).toMatchObject({ reply: null, failure: "it stumbled", attempts: 3 });
    expect(calls).toHaveLength(3);
  });

  test("what is final is not tried again", async () => {
    const { engine } = failing(9, () => new EngineFailure("the key was refused", { isFinal: true }));
    expect(await runEngine(engine, TURN, { signal: never })).toMatchObject({ attempts: 1 });
  });

  test("Retry-After is kept where it fits, and ends the run where it does not", async () => {
    const { engine, calls } = failing(1, () => new EngineFailure("asked too often", { retryAfterMs: 5_000 }));
    await runEngine(engine, TURN, { signal: never, timeScale: 0.02 });
    expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeGreaterThanOrEqual(99);
    const far = failing(1, () => new EngineFailure("asked too often", { retryAfterMs: 60_000 }));
    const startedAt = performance.now();
    expect(await runEngine(far.engine, TURN, { signal: never })).toMatchObject({
      failure: "asked too often",
      attempts: 1,
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test("an engine that hangs is left behind when the time is over, and its signal has ended", async () => {
    let ended = false;
    const engine: Engine = ({ signal }) => {
      signal.addEventListener("abort", () => (ended = true));
      return new Promise(() => undefined);
    };
    const run = await runEngine(engine, TURN, { signal: never, withinMs: 60, timeScale: 0.002 });
    expect(run).toMatchObject({ failure: "it did not answer within 30 seconds", attempts: 1 });
    expect(ended).toBe(true);
  });

  test("a fault of ours is a failure without its words", async () => {
    const engine: Engine = () => {
      throw new TypeError("what maria wrote");
    };
    expect(await runEngine(engine, TURN, { signal: never, timeScale: 0.001 })).toMatchObject({
      failure: "something went wrong on our side",
      attempts: 3,
    });
  });

  test("whoever stops it hears why, during a try and between two", async () => {
    for (const engine of [
      () => new Promise<never>(() => undefined),
      failing(9, () => new EngineFailure("no")).engine,
    ]) {
      const stop = new AbortController();
      const run = runEngine(engine, TURN, { signal: stop.signal });
      setTimeout(() => stop.abort(new Error("the worker stops")), 20);
      await expect(run).rejects.toThrow("the worker stops");
    }
  });
});
