import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type pg from "pg";
import { ensurePrismaClient } from "../server/cli/prisma-client.ts";
import { startCaller, type GraphqlRequest, type Outcome } from "./api.ts";
import { openDatabase, startCluster, type Cluster } from "./cluster.ts";
import type { Recorder } from "./history.ts";
import { startProcess, type Managed } from "./processes.ts";
import { startProvider, type Provider, type ProviderOptions } from "./provider.ts";
import { startProxy, type Proxy } from "./proxy.ts";
import { startReceiver, type Receiver, type ReceiverOptions } from "./receiver.ts";

const COMMAND = resolve(import.meta.dirname, "../server/cli/workspace.ts");

/** The default rate of a CUSTOM channel. */
const SENDS_PER_SECOND = 50;

/**
 * The most sends of a channel that one worker holds, by its rate (docs/decisions/051-channel-pace.md). A kill may repeat this
 * many.
 */
const sendsHeld = (perSecond: number) => Math.max(20, Math.ceil(perSecond * 0.4)) + 4;

export type StageOptions = {
  /** The folder for this run's database and logs. */
  folder: string;
  seed: number;
  recorder: Recorder;
  scenario: string;
  webs: number;
  workers: number;
  /** true: the whole web process, which needs a build. false: only its endpoints. */
  hasPages: boolean;
  /** The rate of the channel. null: its type's default. */
  ratePerSecond: number | null;
  provider: Pick<ProviderOptions, "answerMs" | "faults" | "honoursKey" | "statusShare">;
  receiver: Pick<ReceiverOptions, "faults">;
};

/** The whole running product with a simulated external side: one workspace, one CUSTOM channel, one webhook for every event. */
export type Stage = {
  seed: number;
  recorder: Recorder;
  folder: string;
  cluster: Cluster;
  proxy: Proxy;
  /** The rig's direct connection to the database, without the proxy. */
  database: pg.Pool;
  webs: Managed[];
  workers: Managed[];
  provider: Provider;
  receiver: Receiver;
  /** The duration of the run's slowest call, in milliseconds. */
  longestCallMs: () => number;
  workspaceId: number;
  apiKey: string;
  integrationId: string;
  webhookId: string;
  /** The next running web process, round robin. Waits while all are down. */
  address: () => Promise<string>;
  /** Lets `pick` choose the address of every later call, for a load balancer in front of the web processes. */
  route: (pick: () => Promise<string>) => void;
  /** Starts one more process and waits until it serves. It stops with the stage. */
  startAnother: (kind: "web" | "worker", name: string) => Promise<Managed>;
  /** Runs an operation once with the workspace's key, at one of the web processes. */
  graphql: (request: Omit<GraphqlRequest, "apiKey">) => Promise<Outcome<unknown>>;
  /** Runs it at the given web process. */
  graphqlAt: (address: string, request: Omit<GraphqlRequest, "apiKey">) => Promise<Outcome<unknown>>;
  /** Posts to the channel's endpoints as the customer's system. */
  ingress: (path: "" | "/status", body: Record<string, unknown>) => Promise<Outcome<unknown>>;
  stop: () => Promise<void>;
};

export async function openStage(options: StageOptions): Promise<Stage> {
  const { folder, seed, recorder, scenario, hasPages } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    ensurePrismaClient();
    mkdirSync(folder, { recursive: true });
    const cluster = await startCluster(folder);
    closers.push(cluster.stop);
    const proxy = await startProxy(cluster);
    closers.push(proxy.close);
    const database = openDatabase(cluster.url);
    closers.push(() => database.end());
    const env = settingsOf(folder, cluster.urlAt(proxy.port));
    const made = await createWorkspace({ ...env, DATABASE_URL: cluster.url });

    const caller = startCaller();
    closers.push(caller.close);
    let integrationId = "";
    let turn = 0;
    const webs: Managed[] = [];
    let front: (() => Promise<string>) | null = null;
    const address = async (): Promise<string> => {
      if (front) return front();
      for (;;) {
        for (let tried = 0; tried < webs.length; tried++) {
          const found = webs[turn++ % webs.length]?.address();
          if (found) return found;
        }
        await new Promise((wait) => setTimeout(wait, 20));
      }
    };
    const graphqlAt: Stage["graphqlAt"] = (place, request) =>
      caller.graphql(place, { apiKey: made.apiKey, ...request });
    const graphql: Stage["graphql"] = async (request) => graphqlAt(await address(), request);
    const validateToken = randomBytes(12).toString("hex");
    const ingress: Stage["ingress"] = async (path, body) =>
      caller.post(await address(), {
        path: `/ext/v1/incoming/custom/${integrationId}${path}`,
        headers: { "x-validate-token": validateToken },
        body,
      });

    const provider = await startProvider({
      ...options.provider,
      seed,
      recorder,
      report: (channel, externalMessageId, status) =>
        reportStatus({ recorder, ingress }, channel, externalMessageId, status),
    });
    closers.push(provider.close);
    const receiver = await startReceiver({ ...options.receiver, seed, recorder });
    closers.push(receiver.close);

    const startAnother: Stage["startAnother"] = async (kind, name) => {
      const entry = kind === "web" && !hasPages ? "doors" : kind;
      const started = await startProcess({ name, kind: entry, env, logFolder: folder, recorder });
      closers.push(() => started.end(0));
      return started;
    };
    const begin = (kind: "web" | "worker", count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => startAnother(kind, `${kind}-${index + 1}`)));
    webs.push(...(await begin("web", options.webs)));

    const stage = { graphql, workspaceId: made.workspaceId };
    const channel = await mustDo(stage, "createIntegration", "IntegrationCreateInput", "{ id }", {
      name: "Chaos",
      type: "CUSTOM",
      integrationProperties: {
        endpoint: provider.url,
        validateToken,
        accessToken: randomBytes(12).toString("hex"),
        externalId: "chaos",
      },
    });
    integrationId = String(channel.id);
    provider.serve(integrationId);
    // The contract has no operation that sets it.
    await database.query('update "Integration" set "ratePerSecond" = $1 where id = $2', [
      options.ratePerSecond,
      integrationId,
    ]);
    const webhook = await mustDo(stage, "createWebhook", "WebhookCreateInput", "{ id secret }", {
      label: "Chaos",
      url: receiver.url,
      event: "ANY_EVENT",
    });
    const webhookId = String(webhook.id);
    receiver.serve(webhookId, String(webhook.secret));
    const sendsPerSecond = options.ratePerSecond ?? SENDS_PER_SECOND;
    recorder.meta({
      scenario,
      seed: String(seed),
      workspaceId: made.workspaceId,
      webhooks: [{ id: webhookId, event: "ANY_EVENT" }],
      workers: options.workers,
      sendsPerWorker: sendsHeld(sendsPerSecond),
      sendsPerSecond,
    });
    const workers = await begin("worker", options.workers);

    return {
      seed,
      recorder,
      folder,
      cluster,
      proxy,
      database,
      webs,
      workers,
      provider,
      receiver,
      longestCallMs: caller.longestMs,
      workspaceId: made.workspaceId,
      apiKey: made.apiKey,
      integrationId,
      webhookId,
      address,
      route: (pick) => void (front = pick),
      startAnother,
      graphql,
      graphqlAt,
      ingress,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settingsOf(folder: string, databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    API_RATE_LIMIT: "0",
    API_COST_RATE: "0",
    LOG_LEVEL: "warn",
    SHUTDOWN_SECONDS: "30",
    DRAIN_SECONDS: "2",
  };
}

type Made = { workspaceId: number; apiKey: string };

/** Runs the operator's command, which migrates the database first. */
async function createWorkspace(env: Record<string, string>): Promise<Made> {
  const args = ["create", "--name", "Chaos", "--plan", "PREMIUM", "--email", "chaos@example.com"];
  args.push("--password", randomBytes(12).toString("hex"), "--json");
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", COMMAND, ...args],
      { env: { ...process.env, NODE_ENV: "development", ...env } },
      (error, stdout, stderr) => (error ? reject(new Error(`No workspace could be made: ${stderr}`)) : resolve(stdout)),
    );
  });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Made;
}

/** Runs a mutation that the stage depends on. */
async function mustDo(
  { graphql, workspaceId }: Pick<Stage, "graphql" | "workspaceId">,
  field: string,
  inputType: string,
  selection: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const done = await graphql({ kind: "mutation", field, inputType, selection, input: { workspaceId, ...input } });
  if (done.kind !== "ok") throw new Error(`${field}: ${done.error}`);
  return done.value as Record<string, unknown>;
}

const REPORT_TRIES = 60;

/** Reports a status and repeats it until it is acknowledged, as Meta does. */
async function reportStatus(
  { recorder, ingress }: Pick<Stage, "recorder" | "ingress">,
  integrationId: string,
  externalMessageId: string,
  status: "delivered" | "read" | "played" | "failed" | "sent" | "pending",
): Promise<void> {
  for (let tries = 0; tries < REPORT_TRIES; tries++) {
    const call = recorder.invoke("reportStatus", "provider", { integrationId, externalMessageId, status });
    const done = await ingress("/status", { messageId: externalMessageId, status });
    if (done.kind === "ok") return recorder.ok(call, {});
    settle(recorder, call, done);
    if (done.kind === "refused") return;
    await new Promise((wait) => setTimeout(wait, 500));
  }
}

/** Records a call that did not succeed. */
export function settle(
  recorder: Recorder,
  call: ReturnType<Recorder["invoke"]>,
  outcome: Exclude<Outcome<unknown>, { kind: "ok" }>,
): void {
  const { status, code } = outcome;
  const error = { status, text: outcome.error, ...(code === undefined ? {} : { code }) };
  if (outcome.kind === "unknown") recorder.unknown(call, error);
  else recorder.fail(call, error);
}
