import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkHistory, describeFindings } from "./check.ts";
import { recordHistory } from "./history.ts";
import { recordState } from "./read-state.ts";
import { median, rise, slopeOf, takeSample, type Sample } from "./soak-samples.ts";
import { openStage, settle, type Stage } from "./stage.ts";

export type SoakOptions = {
  minutes: number;
  seed: number;
  folder: string;
  hasPages: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
};

export type SoakOutcome = {
  /** The violations as text. Empty if there are none. */
  complaints: string[];
  /** The figures, line by line. */
  figures: string[];
  historyFile: string;
};

const READS_PER_SECOND = 50;
/** Half from customers, half from agents. */
const MESSAGES_PER_SECOND = 20;
const CONVS = 50;
const SAMPLE_MS = 5_000;
/** Caches fill and the heap reaches its size. */
const WARM_UP_MINUTES = 5;
const SETTLE_MS = 60_000;
const REST_MS = 200;

/** The highest memory growth per process, in MB per minute, after the warm-up. */
const MOST_MB_PER_MINUTE = 1;
/** Connections vary with the load. A rise of this many from the first to the last third still counts as level. */
const LEVEL = 5;
/** Two scheduled jobs every minute, one every hour, and the library's maintenance. None per message. */
const MOST_JOBS_PER_MINUTE = 10;

/** Constant load for a long time. Nothing may grow with it (reliability bar 14). */
export async function runSoak(options: SoakOptions): Promise<SoakOutcome> {
  const { folder, seed, minutes, say, signal, hasPages } = options;
  mkdirSync(folder, { recursive: true });
  const historyFile = join(folder, "history.jsonl");
  const recorder = recordHistory(historyFile);
  const stage = await openStage({
    folder,
    seed,
    recorder,
    scenario: "soak",
    webs: 1,
    workers: 1,
    hasPages,
    ratePerSecond: null,
    provider: { answerMs: 50, faults: {}, honoursKey: true, statusShare: 0.5 },
    receiver: { faults: {} },
  });
  try {
    const traffic = await startTraffic(stage);
    const samples: Sample[] = [];
    const beganAt = Date.now();
    const elapsed = () => (Date.now() - beganAt) / 60_000;
    let told = 0;
    while (elapsed() < minutes && !signal.aborted) {
      await pause(SAMPLE_MS);
      samples.push(await takeSample(stage, elapsed()));
      if (Math.floor(elapsed()) === told) continue;
      told = Math.floor(elapsed());
      say(lineOf(told, samples.at(-1), traffic.takeMinute()));
    }
    await traffic.stop();
    recorder.mark("loadEnded");
    recorder.mark((await isSettled(stage)) ? "settled" : "gaveUpWaiting");
    await recordState(recorder, stage.database, stage.workspaceId);
    const { findings } = checkHistory(recorder.records);
    const { complaints, figures } = judge(samples, traffic.totals());
    if (findings.length > 0) complaints.push(describeFindings(findings));
    return { complaints, figures, historyFile };
  } finally {
    await stage.stop();
    await recorder.close();
  }
}

type Minute = { calls: number; failed: number; p95Ms: number };

/** Sends calls on schedule, without waiting for earlier responses. */
async function startTraffic(stage: Stage) {
  const { recorder } = stage;
  const convs = await Promise.all(Array.from({ length: CONVS }, (_, number) => hear(stage, number, "first")));
  const open = new Set<Promise<unknown>>();
  const totals = { calls: 0, failed: 0 };
  let times: number[] = [];
  let failed = 0;
  let number = 0;

  const make = (call: Promise<boolean>) => {
    const startedAt = performance.now();
    const counted: Promise<void> = call
      .then((isDone) => {
        times.push(performance.now() - startedAt);
        totals.calls++;
        if (isDone) return;
        failed++;
        totals.failed++;
      })
      .finally(() => open.delete(counted));
    open.add(counted);
  };
  recorder.mark("loadBegan");
  const reading = setInterval(() => make(read(stage, convs, number++)), 1_000 / READS_PER_SECOND);
  const talking = setInterval(() => {
    const next = number++;
    make(hear(stage, next % CONVS, String(next)).then((convId) => convId !== null));
    const convId = convs[next % CONVS];
    if (convId) make(say(stage, convId, `out ${next}`));
  }, 2_000 / MESSAGES_PER_SECOND);

  return {
    totals: () => totals,
    /** Returns the figures since the previous call. */
    takeMinute: (): Minute => {
      const sorted = times.sort((a, b) => a - b);
      const minute = { calls: sorted.length, failed, p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
      times = [];
      failed = 0;
      return minute;
    },
    stop: async () => {
      clearInterval(reading);
      clearInterval(talking);
      await Promise.all(open);
    },
  };
}

/** Posts a customer's message. Returns its conversation. */
async function hear(stage: Stage, sender: number, text: string): Promise<string | null> {
  const { recorder, integrationId } = stage;
  const senderId = `customer-${sender}`;
  const [externalMessageId, content] = [`in-${sender}-${text}`, `in ${sender} ${text}`];
  const call = recorder.invoke("ingress", senderId, { integrationId, senderId, externalMessageId, content });
  const done = await stage.ingress("", { senderId, messageId: externalMessageId, content, type: "text" });
  if (done.kind !== "ok") {
    settle(recorder, call, done);
    return null;
  }
  const output = done.value as { messageId: string; conversationId: string; clientId: string };
  recorder.ok(call, output);
  return output.conversationId;
}

/** Sends an agent's message. */
async function say(stage: Stage, convId: string, content: string): Promise<boolean> {
  const { recorder, integrationId, workspaceId } = stage;
  const call = recorder.invoke("addMessage", convId, { integrationId, convId, content });
  const done = await stage.graphql({
    kind: "mutation",
    field: "addMessage",
    inputType: "MessageInput",
    selection: "{ messageId }",
    input: { workspaceId, integrationId, convId, content, type: "text" },
  });
  if (done.kind === "ok") recorder.ok(call, done.value as { messageId: string });
  else settle(recorder, call, done);
  return done.kind === "ok";
}

/** What users and systems read, in turn. */
const READS = [
  {
    field: "messages",
    inputType: "MessagesInput",
    selection: "{ nodes { messageId status content } }",
    input: { first: 50 },
  },
  { field: "convs", inputType: "ConvsInput", selection: "{ nodes { id ended } }", input: { first: 50 } },
  { field: "clients", inputType: "ClientsInput", selection: "{ nodes { id name phone } }", input: { first: 50 } },
  { field: "convViewCounts", inputType: "ConvViewCountsInput", selection: "{ __typename }", input: {} },
  { field: "tags", inputType: "TagsInput", selection: "{ nodes { id } }", input: {} },
] as const;

async function read(stage: Stage, convs: (string | null)[], number: number): Promise<boolean> {
  const { recorder, workspaceId } = stage;
  // Every second read opens one conversation, as an agent does.
  const convId = number % 2 === 0 ? convs[number % CONVS] : null;
  const { field, inputType, selection, input } = READS[number % READS.length] ?? READS[0];
  const about = convId ? "conv" : field;
  const call = recorder.invoke("read", "reader", { about });
  const done = await stage.graphql(
    convId
      ? {
          kind: "query",
          field: "conv",
          inputType: "ConvInput",
          selection: "{ id ended }",
          input: { workspaceId, id: convId },
        }
      : { kind: "query", field, inputType, selection, input: { workspaceId, ...input } },
  );
  if (done.kind === "ok") recorder.ok(call, {});
  else settle(recorder, call, done);
  return done.kind === "ok";
}

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

async function isSettled(stage: Stage): Promise<boolean> {
  const end = Date.now() + SETTLE_MS;
  while (Date.now() < end) {
    // An event that is not fanned out yet becomes a delivery within a second.
    if ((await takeSample(stage, 0)).waiting === 0 && stage.provider.reporting() === 0) {
      await pause(2_000);
      if ((await takeSample(stage, 0)).waiting === 0) return true;
    }
    await pause(REST_MS);
  }
  return false;
}

function lineOf(minute: number, sample: Sample | undefined, { calls, failed, p95Ms }: Minute): string {
  const processes = Object.entries(sample?.processes ?? {})
    .map(([name, { rssMb, sockets }]) => `${name} ${Math.round(rssMb)} MB, ${sockets} sockets`)
    .join("; ");
  return (
    `  minute ${minute}: ${calls} calls, ${failed} failed, p95 ${Math.round(p95Ms)} ms; ${processes}; ` +
    `${sample?.pgConnections ?? 0} database connections, ${sample?.jobRows ?? 0} job rows, ${sample?.waiting ?? 0} waiting`
  );
}

/** Checks the bar, figure by figure. A run shorter than twice the warm-up is judged by its second half. */
function judge(
  samples: Sample[],
  { calls, failed }: { calls: number; failed: number },
): Pick<SoakOutcome, "complaints" | "figures"> {
  const warm = Math.min(WARM_UP_MINUTES, (samples.at(-1)?.minute ?? 0) / 2);
  const steady = samples.filter(({ minute }) => minute >= warm);
  const complaints: string[] = [];
  const figures: string[] = [];
  const hold = (isHeld: boolean, figure: string) => void (isHeld ? figures : complaints).push(figure);

  hold(failed === 0, `${calls} calls, ${failed} failed`);
  for (const name of Object.keys(steady[0]?.processes ?? {})) {
    const own = steady.flatMap(({ minute, processes }) => {
      const process = processes[name];
      return process ? [{ minute, ...process }] : [];
    });
    const slope = slopeOf(own.map(({ minute, rssMb }) => [minute, rssMb]));
    const usual = Math.round(median(own.map(({ rssMb }) => rssMb)));
    hold(slope < MOST_MB_PER_MINUTE, `${name}: ${usual} MB, ${slope.toFixed(2)} MB more per minute`);
    const sockets = own.map((one) => one.sockets);
    hold(
      rise(sockets) <= LEVEL,
      `${name}: ${median(sockets)} sockets, ${rise(sockets)} more at the end than at the beginning`,
    );
  }
  const connections = steady.map(({ pgConnections }) => pgConnections);
  hold(
    rise(connections) <= LEVEL,
    `${median(connections)} database connections, ${rise(connections)} more at the end than at the beginning`,
  );
  const jobs = slopeOf(steady.map(({ minute, jobRows }) => [minute, jobRows]));
  hold(jobs <= MOST_JOBS_PER_MINUTE, `${steady.at(-1)?.jobRows ?? 0} job rows, ${jobs.toFixed(1)} more per minute`);
  const waiting = rise(steady.map((one) => one.waiting));
  hold(waiting <= MESSAGES_PER_SECOND, `${waiting} more waiting at the end than at the beginning`);
  return { complaints, figures };
}
