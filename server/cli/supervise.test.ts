import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { supervise } from "./supervise.ts";

let directory = "";

/** A process that notes its id, reports that it serves and lives on, unless told otherwise. */
function program(name: string, body: string): URL {
  const file = join(directory, `${name}.mjs`);
  const note = `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(join(directory, name))}, process.pid + "\\n");\n`;
  writeFileSync(file, note + body);
  return pathToFileURL(file);
}

const LIVES = `setInterval(() => {}, 1_000); process.on("disconnect", () => process.exit(0)); process.send({ ready: true });`;

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
  // What the supervisor tells the person at the terminal is expected here.
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

  test("kills a process that does not want to go", async () => {
    const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000); process.send({ ready: true });`;
    const supervised = supervise([program("stubborn", stubborn)], 0.3);
    await supervised.ready;
    await supervised.stop();
    expect(pids("stubborn").filter(isAlive)).toEqual([]);
  });
});
