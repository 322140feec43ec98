import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { supervise } from "./supervise.ts";

let directory = "";

/** A process that records its id, reports that it serves and keeps running, unless `body` does something else. */
function program(name: string, body: string): URL {
  const file = join(directory, `${name}.mjs`);
  const note = `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(join(directory, name))}, process.pid + "\\n");\n`;
  writeFileSync(file, note + body);
  return pathToFileURL(file);
}

const LIVES = `setInterval(() => {}, 1_000); process.on("disconnect", () => process.exit(0)); process.send({ ready: true });`;
const ANSWERS = `process.on("message", () => process.send({ isDebugged: false }));`;

const pids = (name: string) => readFileSync(join(directory, name), "utf8").trim().split("\n").map(Number);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "supervise-"));
  // The supervisor's messages to the terminal are expected here.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

describe("supervise", () => {
  test("starts a process again that was killed, and leaves none behind", async () => {
    const supervised = supervise([program("one", LIVES), program("two", LIVES)], 5);
    await supervised.ready;
    const [first = 0] = pids("one");
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(pids("one")).toHaveLength(2), { timeout: 20_000 });
    expect(pids("two")).toHaveLength(1);
    await supervised.stop();
    expect([...pids("one"), ...pids("two")].filter(isAlive)).toEqual([]);
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining("SIGKILL"));
  });

  test("gives up on a process that ends before it ever served", async () => {
    const supervised = supervise([program("broken", "process.exit(1);")], 5);
    expect(await supervised.failed).toBe("The broken process ended before it was ready.");
    await supervised.stop();
    expect(pids("broken")).toHaveLength(1);
  });

  test("replaces a process that is alive and hangs, and leaves those alone that answer or are being debugged", async () => {
    const first = `process.on("disconnect", () => process.exit(0)); process.send({ ready: true });`;
    // The second process keeps running, because it finds the first one's file.
    const hangs = `import { existsSync, writeFileSync } from "node:fs";
      const file = ${JSON.stringify(join(directory, "hung"))};
      if (existsSync(file)) { ${ANSWERS} setInterval(() => {}, 1_000); }
      else { writeFileSync(file, ""); setTimeout(() => { for (;;); }, 200); }
      ${first}`;
    const debugged = `setInterval(() => {}, 1_000); process.on("disconnect", () => process.exit(0)); process.send({ isDebugged: true });`;
    const modules = [program("hangs", hangs), program("answers", LIVES + ANSWERS), program("debugged", debugged)];
    const supervised = supervise(modules, 5, { mostUnanswered: 2 });
    await supervised.ready;
    await vi.waitFor(() => expect(pids("hangs")).toHaveLength(2), { timeout: 20_000 });
    expect(isAlive(pids("hangs")[0] ?? 0)).toBe(false);
    expect(console.error).toHaveBeenCalledWith("The hangs process has not answered for 2 s; killing it.");
    // Longer than a process may hang.
    await new Promise((wait) => setTimeout(wait, 4_000));
    expect([pids("hangs"), pids("answers"), pids("debugged")].map((all) => all.length)).toEqual([2, 1, 1]);
    await supervised.stop();
    expect([...pids("hangs"), ...pids("answers"), ...pids("debugged")].filter(isAlive)).toEqual([]);
  });

  test("starts the processes of a name anew when asked to, and no others", async () => {
    const supervised = supervise([program("one", LIVES), program("two", LIVES)], 5);
    await supervised.ready;
    await Promise.all([supervised.restart("one"), supervised.restart("one")]);
    expect([pids("one"), pids("two")].map((all) => all.length)).toEqual([2, 1]);
    expect(pids("one").map(isAlive)).toEqual([false, true]);
    await supervised.restart("one");
    expect(pids("one").map(isAlive)).toEqual([false, false, true]);
    await supervised.stop();
    expect(console.error).not.toHaveBeenCalled();
  });

  test("kills a process that does not want to go", async () => {
    const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000); process.send({ ready: true });`;
    const supervised = supervise([program("stubborn", stubborn)], 0.3);
    await supervised.ready;
    await supervised.stop();
    expect(pids("stubborn").filter(isAlive)).toEqual([]);
  });
});
