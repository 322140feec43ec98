/**
 * `npm start`: the whole product. Database (unless DATABASE_URL names one), migrations, build, demo data, then the web process
 * and the workers under supervision, until Ctrl-C. What goes wrong is said in one sentence, with exit code 1.
 * `npm run dev`: the same without a build. Next compiles pages as they are asked for and shows edits of components in the open page;
 * an edit under server/ starts web process and workers anew.
 */
import { fork } from "node:child_process";
import { existsSync, readFileSync, watch } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import pg from "pg";
import { z } from "zod";
import { migrate } from "../../prisma/migrate.ts";
import { readEnv, readSettings, SettingError, type Env } from "../env.ts";
import { hasReference, makeReference } from "./api-reference.ts";
import { compiledDir, ensureBuild } from "./build.ts";
import { ensureWebchat } from "./build-webchat.ts";
import { recreateDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { IS_DEV } from "./prepare-process.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { explain, whenParentGoes } from "./run.ts";
import { ensureSecrets } from "./secrets.ts";
import { end, supervise, type Supervised } from "./supervise.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** An editor saves in several steps, and all files at once; in milliseconds. */
const GATHER_MS = 30;

/** Not loaded by the product, or made by itself. */
const NOT_SOURCES = /(?:^|\/)(?:generated|testing|dist)\/|\.test\.ts$/;

/** Reachable although private while everything runs on one machine, so that a trial can call its own stand-ins. */
const LOOPBACK = "127.0.0.0/8,::1/128";

const demoFacts = z.object({ workspaceId: z.number(), email: z.string(), password: z.string(), apiKey: z.string() });

const isProduction = process.env.NODE_ENV === "production";
const stopped = new AbortController();
let postgres: EmbeddedPostgres | undefined;
let supervised: Supervised | undefined;
let leaving: Promise<void> | undefined;

/** Ends everything that runs, in order, once; then this process. */
function leave(code: number): Promise<void> {
  leaving ??= (async () => {
    stopped.abort();
    await supervised?.stop();
    await postgres?.stop();
    process.exit(code);
  })();
  return leaving;
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  await refuseTakenPort(settings.PORT);
  Object.assign(process.env, ensureSecrets(settings, !isProduction), {
    DATA_DIR: settings.DATA_DIR,
    APP_URL: settings.APP_URL,
  });
  ensurePrismaClient();
  if (!settings.DATABASE_URL) {
    postgres = await startEmbeddedPostgres(settings.DATA_DIR);
    void postgres.died.then((reason) => giveUp(reason));
    process.env.DATABASE_URL = postgres.url;
    // Set to nothing means nothing.
    process.env.OUTBOUND_ALLOW ??= LOOPBACK;
    // With the embedded database, anybody who can open the page may try the product.
    process.env.SIGN_UP ||= "open";
    // A demo that was interrupted is neither empty nor a demo; nobody has worked with it yet.
    if (existsSync(join(settings.DATA_DIR, "demo-unfinished"))) await recreateDatabase(postgres.url);
  }
  const env = readEnv(process.env);
  await prepareDatabase(env.DATABASE_URL, postgres === undefined);
  const pages = IS_DEV ? hasReference() || makeReference(stopped.signal) : ensureBuild(stopped.signal);
  const build = Promise.all([pages, ensureWebchat()]);
  // Awaited below; until then a failed build must not end the process with a stack.
  build.catch(() => undefined);
  if (!isProduction && (await isEmpty(env.DATABASE_URL)))
    await runDemoStep("demo.ts", "The demo data could not be made.");
  await build;
  if (IS_DEV) process.env.NEXT_TELEMETRY_DISABLED = "1";
  if (!isProduction) process.env.LOG_MAILS ||= "yes";
  // Nobody stands in front who would have to turn away first, and Ctrl-C is not to take longer than it must.
  process.env.DRAIN_SECONDS ||= "0";
  // Half of what a process does until it serves is compiling what the last start has compiled. Without a place to write it does without.
  process.env.NODE_COMPILE_CACHE ||= compiledDir();
  const modules = ["web.ts", ...Array.from({ length: env.WORKERS }, () => "worker.ts")];
  const hasPhone = existsSync(join(env.DATA_DIR, "demo.json")) && (await arePortsFree(phonePorts(env)));
  if (hasPhone) {
    modules.push("../../simulator/main.ts");
    letPhonePlayProviders(env);
  }
  supervised = supervise(
    modules.map((module) => new URL(module, import.meta.url)),
    env.SHUTDOWN_SECONDS,
    { args: IS_DEV ? ["--dev"] : [] },
  );
  void supervised.failed.then((reason) => giveUp(reason));
  await supervised.ready;
  if (hasPhone && playsProviders(env)) {
    // What people did to the demo since it was made is no reason not to start.
    await runDemoStep("demo-channels.ts", "The demo's channels could not be connected.").catch((error: unknown) => {
      if (leaving) throw error;
      console.error(explain(error));
    });
  }
  if (IS_DEV) followEdits(supervised, env.PORT);
  announce(env, hasPhone);
}

function followEdits(processes: Supervised, port: number): void {
  // Open pages connect again for Next's updates; Next listens for that once it was asked for a file.
  const askNext = () =>
    get({ port, path: "/push-worker.js" }, (answer) => answer.resume()).on("error", () => undefined);
  watchSources("server", /\.ts$/, () => {
    // One after the other: the first answer comes sooner.
    void processes.restart("web").then(() => {
      askNext();
      return processes.restart("worker");
    });
  });
  watchSources("webchat", /\.(?:tsx?|css)$/, () => {
    ensureWebchat().catch((error: unknown) => console.error(explain(error)));
  });
}

/** The page of the demo's phone, and the two stand-ins of providers. */
function phonePorts({ SIMULATOR_PORT, SIMULATOR_GRAPH_PORT, SIMULATOR_TELEGRAM_PORT }: Env) {
  return {
    page: SIMULATOR_PORT,
    graph: SIMULATOR_GRAPH_PORT ?? SIMULATOR_PORT + 1,
    telegram: SIMULATOR_TELEGRAM_PORT ?? SIMULATOR_PORT + 2,
  };
}

/** The demo's providers are the phone, unless the operator named others or this is no trial. */
function letPhonePlayProviders(env: Env): void {
  if (isProduction) return;
  const { graph, telegram } = phonePorts(env);
  process.env.META_GRAPH_URL ||= `http://127.0.0.1:${graph}`;
  process.env.INSTAGRAM_GRAPH_URL ||= `http://127.0.0.1:${graph}`;
  process.env.TELEGRAM_API_URL ||= `http://127.0.0.1:${telegram}`;
}

/** All or none: a demo with half its channels would only be asked why. */
function playsProviders(env: Env): boolean {
  const { graph, telegram } = phonePorts(env);
  const { META_GRAPH_URL, INSTAGRAM_GRAPH_URL, TELEGRAM_API_URL } = process.env;
  const isPhone = (url: string | undefined, port: number) => url === `http://127.0.0.1:${port}`;
  return isPhone(META_GRAPH_URL, graph) && isPhone(INSTAGRAM_GRAPH_URL, graph) && isPhone(TELEGRAM_API_URL, telegram);
}

async function arePortsFree(ports: Record<string, number>): Promise<boolean> {
  return (await Promise.all(Object.values(ports).map(isPortFree))).every(Boolean);
}

/** Next and the database would both start before the web process notices. */
async function refuseTakenPort(port: number): Promise<void> {
  if (await isPortFree(port)) return;
  throw new Error(`Port ${port} is in use by another program: stop it, or set PORT to another number.`);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

async function prepareDatabase(url: string, isGiven: boolean): Promise<void> {
  try {
    const applied = await migrate(url);
    if (applied.length > 0) console.log(`Migrations applied: ${applied.join(", ")}.`);
  } catch (error) {
    const reason = explain(error);
    if (!isGiven || reason.startsWith("Migration ")) throw error;
    throw new SettingError(`DATABASE_URL: the database cannot be used: ${reason}`);
  }
}

async function isEmpty(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('select 1 from "Workspace" limit 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}

/** In a process of its own, so that the supervisor stays small and an ordinary start quick. */
async function runDemoStep(module: string, failure: string): Promise<void> {
  const child = fork(new URL(module, import.meta.url), {
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  stopped.signal.addEventListener("abort", () => void end(child, 5));
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(failure);
}

function announce(env: Env, hasPhone: boolean): void {
  const { APP_URL, DATA_DIR, OUTBOUND_ALLOW, OUTBOUND_HTTPS_ONLY, SIMULATOR_PORT } = env;
  const file = join(DATA_DIR, "demo.json");
  const facts = existsSync(file) ? demoFacts.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  const lines = [["Address", APP_URL]];
  if (facts) {
    const phone = hasPhone
      ? `http://localhost:${SIMULATOR_PORT}`
      : `not running: of the ports ${Object.values(phonePorts(env)).join(", ")} one is in use (set SIMULATOR_PORT)`;
    lines.push(["Sign in", `${facts.email} / ${facts.password}`], ["Workspace", String(facts.workspaceId)]);
    lines.push(["API key", facts.apiKey], ["Phone", phone]);
  }
  if (hasPhone && playsProviders(env)) {
    lines.push([
      "Providers",
      "Meta and Telegram are the phone (META_GRAPH_URL, INSTAGRAM_GRAPH_URL, TELEGRAM_API_URL)",
    ]);
  }
  const allowed = OUTBOUND_ALLOW.join(", ");
  const reached = allowed ? `private addresses allowed: ${allowed}` : "public addresses only";
  lines.push(["Outbound", OUTBOUND_HTTPS_ONLY === "yes" ? `${reached}; all others by https` : reached]);
  lines.push(["Data", postgres ? DATA_DIR : "the database of DATABASE_URL"]);
  console.log(
    `\n${lines.map(([name = "", value = ""]) => `  ${name.padEnd(11)}${value}`).join("\n")}\n\nReady. Press Ctrl-C to stop.`,
  );
}

function giveUp(error: unknown): Promise<void> {
  if (!leaving) console.error(explain(error));
  return leave(1);
}

whenParentGoes(() => void leave(0));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void leave(0));
main().catch((error: unknown) => giveUp(error));

/** Calls `changed` after sources in a folder of the project have changed. */
function watchSources(folder: string, kinds: RegExp, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file === null || !kinds.test(file) || NOT_SOURCES.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, GATHER_MS);
  }).unref();
}
