/**
 * `npm start`: starts the whole product: database (unless DATABASE_URL names one), migrations, build, demo data, then the web
 * process and the workers under supervision, until Ctrl-C. An error is reported in one sentence, with exit code 1.
 * `npm run dev`: the same without a build. Next compiles pages on demand and shows edits of components in the open page. An edit
 * under server/ restarts the web process and the workers.
 */
import { fork } from "node:child_process";
import { createHmac } from "node:crypto";
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
/** In milliseconds. An editor saves in several steps, and may save many files at once. */
const GATHER_MS = 30;

/** Files that the product does not load, or generates itself. */
const NOT_SOURCES = /(?:^|\/)(?:generated|testing|dist)\/|\.test\.ts$/;

/** Allowed although private while everything runs on one machine, so that a trial can call its own simulated providers. */
const LOOPBACK = "127.0.0.0/8,::1/128";

const demoFacts = z.object({ workspaceId: z.number(), email: z.string(), password: z.string(), apiKey: z.string() });

const isProduction = process.env.NODE_ENV === "production";
const stopped = new AbortController();
let postgres: EmbeddedPostgres | undefined;
let supervised: Supervised | undefined;
let leaving: Promise<void> | undefined;

/** Ends everything that runs, in order and once, then this process. */
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
    // An empty value counts as set.
    process.env.OUTBOUND_ALLOW ??= LOOPBACK;
    // With the embedded database, anyone who can open the page may try the product.
    process.env.SIGN_UP ||= "open";
    // An interrupted demo is neither empty nor complete. It contains no one's work yet, so it is recreated.
    if (existsSync(join(settings.DATA_DIR, "demo-unfinished"))) await recreateDatabase(postgres.url);
  }
  const env = readEnv(process.env);
  await prepareDatabase(env.DATABASE_URL, postgres === undefined);
  const pages = IS_DEV ? hasReference() || makeReference(stopped.signal) : ensureBuild(stopped.signal);
  const build = Promise.all([pages, ensureWebchat()]);
  // Awaited below. Until then, a failed build must not end the process with a stack trace.
  build.catch(() => undefined);
  if (!isProduction && (await isEmpty(env.DATABASE_URL)))
    await runDemoStep("demo.ts", "The demo data could not be made.");
  await build;
  if (IS_DEV) process.env.NEXT_TELEMETRY_DISABLED = "1";
  if (!isProduction) process.env.LOG_MAILS ||= "yes";
  // No load balancer needs time to notice, and Ctrl-C should be fast.
  process.env.DRAIN_SECONDS ||= "0";
  // Half of a process's start is compilation, which the last start has already done. Without a writable folder there is no
  // cache.
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
    // People's changes to the demo must not prevent a start.
    await runDemoStep("demo-channels.ts", "The demo's channels could not be connected.").catch((error: unknown) => {
      if (leaving) throw error;
      console.error(explain(error));
    });
  }
  if (IS_DEV) followEdits(supervised, env.PORT);
  announce(env, hasPhone);
}

function followEdits(processes: Supervised, port: number): void {
  // Open pages reconnect for Next's updates, but Next accepts them only after its first request for a file.
  const askNext = () =>
    get({ port, path: "/push-worker.js" }, (answer) => answer.resume()).on("error", () => undefined);
  watchSources("server", /\.ts$/, () => {
    // One after the other, because the web process then responds sooner.
    void processes.restart("web").then(() => {
      askNext();
      return processes.restart("worker");
    });
  });
  watchSources("webchat", /\.(?:tsx?|css)$/, () => {
    ensureWebchat().catch((error: unknown) => console.error(explain(error)));
  });
}

/** The ports of the demo's phone page and of its two simulated providers. */
function phonePorts({ SIMULATOR_PORT, SIMULATOR_GRAPH_PORT, SIMULATOR_TELEGRAM_PORT }: Env) {
  return {
    page: SIMULATOR_PORT,
    graph: SIMULATOR_GRAPH_PORT ?? SIMULATOR_PORT + 1,
    telegram: SIMULATOR_TELEGRAM_PORT ?? SIMULATOR_PORT + 2,
  };
}

/** Points the providers' addresses at the demo's phone, unless the operator set others or this is production. */
function letPhonePlayProviders(env: Env): void {
  if (isProduction) return;
  const { graph, telegram } = phonePorts(env);
  process.env.META_GRAPH_URL ||= `http://127.0.0.1:${graph}`;
  process.env.INSTAGRAM_GRAPH_URL ||= `http://127.0.0.1:${graph}`;
  process.env.TELEGRAM_API_URL ||= `http://127.0.0.1:${telegram}`;
  if (!playsProviders(env) || env.META_APP_ID !== undefined) return;
  // An app at the simulated provider, the same at every start, because the simulator remembers its secret.
  process.env.META_APP_ID = "100200300400";
  process.env.META_APP_SECRET = createHmac("sha256", env.NEXTAUTH_SECRET).update("demo's Meta app").digest("hex");
  process.env.META_WHATSAPP_CONFIG_ID ||= "1";
  process.env.META_PAGES_CONFIG_ID ||= "2";
  process.env.META_SIGN_IN_URL ||= `http://127.0.0.1:${graph}`;
}

/** All or none, because a demo with only some channels would be confusing. */
function playsProviders(env: Env): boolean {
  const { graph, telegram } = phonePorts(env);
  const { META_GRAPH_URL, INSTAGRAM_GRAPH_URL, TELEGRAM_API_URL } = process.env;
  const isPhone = (url: string | undefined, port: number) => url === `http://127.0.0.1:${port}`;
  return isPhone(META_GRAPH_URL, graph) && isPhone(INSTAGRAM_GRAPH_URL, graph) && isPhone(TELEGRAM_API_URL, telegram);
}

async function arePortsFree(ports: Record<string, number>): Promise<boolean> {
  return (await Promise.all(Object.values(ports).map(isPortFree))).every(Boolean);
}

/** Otherwise Next and the database would both start before the web process notices. */
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

/** Runs in a separate process, so that the supervisor stays small and an ordinary start fast. */
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

/** Calls `changed` when sources in a project folder change. */
function watchSources(folder: string, kinds: RegExp, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file === null || !kinds.test(file) || NOT_SOURCES.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, GATHER_MS);
  }).unref();
}
