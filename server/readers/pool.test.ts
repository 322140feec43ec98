import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../testing/receiver.ts";
import { createPool, type Pool } from "./pool.ts";
import type { Task } from "./tasks.ts";

const MEMORY_MIB = 512;

let pool: Pool;
const start = (idleMs = 200) => (pool = createPool({ size: 2, memoryMib: MEMORY_MIB, idleMs }));
afterEach(() => pool.end());

const documentOf = (bytes: Uint8Array, contentType: string): Task => ({
  name: "document",
  input: { bytes, contentType, fileName: null, url: null, encoding: "identity" },
});
const page = (text: string) => documentOf(Buffer.from(`<p>${text}</p>`), "text/html");
/** Its parser runs much longer than any test. */
const endless = () => documentOf(Buffer.from("<div>".repeat(1_000_000)), "text/html");
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("documents are read side by side, each its own", async () => {
  // On a busy machine, one process may start only after the other has done all tasks.
  start(20_000);
  const words = ["one", "two", "three", "four", "five"];
  const read = await Promise.all(words.map((word, at) => pool.run(at, page(word), 20_000)));
  expect(
    read.map((outcome) => outcome.kind === "done" && "passages" in outcome.output && outcome.output.passages),
  ).toMatchObject(words.map((word) => [{ content: word }]));
  expect(pool.pids()).toHaveLength(2);
});

test("a task that takes too long loses its process, and the next one is read", async () => {
  start();
  expect(await pool.run(1, endless(), 200)).toEqual({ kind: "slow" });
  expect(await pool.run(1, page("next"), 20_000)).toMatchObject({ kind: "done" });
});

test("a workspace whose tasks all take their whole time does not hold all readers", async () => {
  start(20_000);
  // Two readers are already running, so the test measures who waits for whom and not the start of a process.
  await Promise.all([1, 2].map((workspaceId) => pool.run(workspaceId, page("warm"), 20_000)));
  const ended: string[] = [];
  const slow = Array.from({ length: 3 }, () => pool.run(1, endless(), 2_000).then(() => ended.push("slow")));
  await pool.run(2, page("small"), 20_000).then(() => ended.push("small"));
  expect(ended.filter((name) => name === "slow").length).toBeLessThanOrEqual(1);
  await Promise.all(slow);
});

test("workspaces take turns", async () => {
  start();
  const ended: number[] = [];
  const asked = [1, 1, 1, 1, 2, 2, 3].map((workspaceId) =>
    pool.run(workspaceId, page("word"), 20_000).then(() => ended.push(workspaceId)),
  );
  await Promise.all(asked);
  expect(ended.slice(0, 4).sort()).not.toEqual([1, 1, 1, 1]);
  expect(ended.lastIndexOf(3)).toBeLessThan(ended.lastIndexOf(1));
});

describe("a reader process", () => {
  test("has none of the service's settings", async () => {
    start();
    await pool.run(1, page("word"), 20_000);
    const [pid] = pool.pids();
    const names = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .flatMap((line) => line.split("=")[0] || []);
    // Node's own variables define the channel to its parent.
    expect(names.filter((name) => !name.startsWith("NODE_CHANNEL_")).sort()).toEqual([
      "NODE_COMPILE_CACHE",
      "NODE_ENV",
    ]);
  });

  test("ends when it was idle for a while", async () => {
    start(50);
    await pool.run(1, page("word"), 20_000);
    const [pid = 0] = pool.pids();
    await eventually(() => Promise.resolve(!isRunning(pid)), 5_000);
  });

  test("dies with its parent, in the middle of a task too", async () => {
    start();
    const script = `
      import { createPool } from ${JSON.stringify(join(import.meta.dirname, "pool.ts"))};
      const pool = createPool({ size: 2, memoryMib: 512, idleMs: 60_000 });
      const input = { bytes: Buffer.from("<div>".repeat(1_000_000)), contentType: "text/html", fileName: null, url: null, encoding: "identity" };
      void pool.run(1, { name: "document", input }, 60_000);
      setTimeout(() => console.log(pool.pids().join()), 1_500);`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      env: { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill("SIGKILL");
    await eventually(() => Promise.resolve(!isRunning(pid)), 5_000);
  });
});
