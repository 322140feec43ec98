import { spawn } from "node:child_process";
import { appendFileSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { z } from "zod";
import { freePort } from "../server/cli/embedded-postgres.ts";
import { ensureChromium } from "./chromium.ts";

const ROOT = resolve(import.meta.dirname, "..");

const demo = z.object({ workspaceId: z.number(), email: z.string(), password: z.string(), apiKey: z.string() });

const logLine = z.object({ level: z.number(), mailId: z.string().optional() });
/** Pino's level for warnings. */
const WARN = 40;

/** Prints warnings and lines that are not log entries. Stores the emails that a trial writes to its log, one per line. */
function readLog(output: Readable, mails: string): void {
  createInterface({ input: output }).on("line", (line) => {
    const fact = /^\{.*\}$/.test(line) ? logLine.safeParse(JSON.parse(line)).data : undefined;
    if (fact?.mailId !== undefined) appendFileSync(mails, `${line}\n`);
    if (!fact || fact.level >= WARN) console.log(line);
  });
}

/** Starts the real product like `npm start`, on free ports and with separate data. Stops it after the tests. */
async function startProduct(): Promise<() => Promise<void>> {
  ensureChromium();
  const dataDir = mkdtempSync(join(tmpdir(), "omnichannel-e2e-"));
  const port = await freePort();
  const simulatorPort = await freePort();
  const address = `http://localhost:${port}`;
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NEXT_DIST_DIR: process.env.NEXT_DIST_DIR,
    DATA_DIR: dataDir,
    PORT: String(port),
    SIMULATOR_PORT: String(simulatorPort),
    SIMULATOR_GRAPH_PORT: String(await freePort()),
    SIMULATOR_TELEGRAM_PORT: String(await freePort()),
    // Nobody answers there.
    DNS_SERVERS: "127.0.0.1:9",
    // The log contains the emails.
    LOG_LEVEL: "info",
  };
  const product = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/cli/start.ts"], {
    cwd: ROOT,
    env,
    // Through this channel the product stops when this process ends for any reason.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  // Tests read the product's log from this file.
  const logFile = createWriteStream(join(dataDir, "product.log"));
  if (product.stdout) {
    product.stdout.pipe(logFile);
    readLog(product.stdout, join(dataDir, "mails.jsonl"));
  }
  product.stderr?.on("data", (chunk: Buffer) => {
    logFile.write(chunk);
    process.stderr.write(chunk);
  });
  const ended = new Promise<void>((done) => product.once("exit", () => done()));
  await new Promise<void>((ready, refuse) => {
    product.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Ready.")) ready();
    });
    void ended.then(() => refuse(new Error("The product did not start.")));
  });
  const facts = demo.parse(JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")));
  process.env.E2E_PRODUCT = JSON.stringify({
    address,
    simulatorAddress: `http://localhost:${simulatorPort}`,
    dataDir,
    demo: facts,
  });
  return async () => {
    product.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export default startProduct;
