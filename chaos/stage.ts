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

/** What a CUSTOM channel has unless it is told otherwise. */
const SENDS_PER_SECOND = 50;

/** How many sends of a channel one worker holds at most, by its rate (docs/decisions/051-channel-pace.md): what a kill may repeat. */
const sendsHeld = (perSecond: number) => Math.max(20, Math.ceil(perSecond * 0.4)) + 4;

export type StageOptions = {
  /** Where database and logs of this run lie. */
  folder: string;
  seed: number;
  recorder: Recorder;
  scenario: string;
  webs: number;
  workers: number;
  /** The whole web process; needs a build. Without: its doors alone. */
  hasPages: boolean;
  /** Of the one channel; null: the type's own. */
  ratePerSecond: number | null;
  provider: Pick<ProviderOptions, "answerMs" | "faults" | "honoursKey" | "statusShare">;
  receiver: Pick<ReceiverOptions, "faults">;
};

/** The product, running whole, with a far side that the rig plays: one workspace, one CUSTOM channel, one webhook for every event. */
export type Stage = {
  seed: number;
  recorder: Recorder;
  folder: string;
  cluster: Cluster;
  proxy: Proxy;
  /** The rig's own way to the database, past the proxy. */
  database: pg.Pool;
  webs: Managed[];
  workers: Managed[];
  provider: Provider;
  receiver: Receiver;
  /** How long the slowest call of the run took, in milliseconds. */
  longestCallMs: () => number;
  workspaceId: number;
  /** A workspace key. */
  apiKey: string;
  integrationId: string;
  webhookId: string;
  /** A web process that is up, in turn; waits while all are down. */
  address: () => Promise<string>;
  /** From now on callers go where this says: something stands in front of the web processes. */
  route: (pick: () => Promise<string>) => void;
  /** One more process, ready to serve; it is stopped with the stage. */
  startAnother: (kind: "web" | "worker", name: string) => Promise<Managed>;
  /** An operation with the workspace's key, made once at one of the web processes. */
  graphql: (request: Omit<GraphqlRequest, "apiKey">) => Promise<Outcome<unknown>>;
  /** The same at one web process. */
  graphqlAt: (address: string, request: Omit<GraphqlRequest, "apiKey">) => Promise<Outcome<unknown>>;
  /** A post of the customer's system to the channel's doors. */
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
    // No operation of the contract sets it.
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

/** By the operator's command, which migrates the database first. */
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

/** A mutation that the stage cannot do without. */
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

/** A provider repeats a report that was not acknowledged, as Meta does. */
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

/** Records a call that was not answered as done. */
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
