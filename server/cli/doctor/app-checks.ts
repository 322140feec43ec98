import { z } from "zod";
import { instanceId, probeProof } from "../../instance.ts";
import { PROBE } from "../../rest/stream-probe.ts";
import { explain } from "../run.ts";
import { judgeClock } from "./database-checks.ts";
import { fail, hostOf, ok, type Check, type Found, type Patient } from "./finding.ts";

const ANSWER_MS = 5_000;
const STREAM_MS = 10_000;
/** An HTTP date has whole seconds, and the response takes time to arrive. */
const DATE_GRACE_SECONDS = 1;

const health = z.object({ status: z.literal("ok"), instance: z.string() });
const readiness = z.object({ reason: z.string() });

/** Sends a request to APP_URL like a browser, through any proxy in front of the web process. */
async function ask(settings: Patient["settings"], path: string, ms = ANSWER_MS): Promise<Response> {
  return fetch(`${settings.APP_URL}${path}`, { redirect: "manual", signal: AbortSignal.timeout(ms) });
}

async function judgeInstance(settings: Patient["settings"]): Promise<Found> {
  const host = hostOf(settings.APP_URL);
  let answer: Response;
  try {
    answer = await ask(settings, "/healthz");
  } catch (error) {
    return fail(
      "app-unreachable",
      `APP_URL (${host}) does not answer: ${explain(error)}`,
      "See that the web process runs, that the proxy in front passes to its PORT, and that name and certificate are right",
    );
  }
  const said = health.safeParse(await answer.json().catch(() => null));
  if (said.success && said.data.instance === instanceId()) return ok(`${host} leads to this installation`);
  const cause = said.success
    ? `APP_URL (${host}) leads to another installation, or to one with another ENCRYPTION_KEY`
    : `at APP_URL (${host}) something else answers, with status ${answer.status}`;
  return fail(
    "app-url-wrong",
    cause,
    "Set APP_URL to the address under which people and providers reach this installation: links in mails, webhooks of providers and sign-in hang on it",
  );
}

async function judgeReadiness(settings: Patient["settings"]): Promise<Found> {
  const answer = await ask(settings, "/readyz");
  if (answer.ok) return ok("takes requests");
  const said = readiness.safeParse(await answer.json().catch(() => null));
  return fail(
    "app-not-ready",
    said.success ? said.data.reason : `/readyz answers ${answer.status}`,
    "See the database's findings; the web process looks again by itself",
  );
}

/** The arrival times of the pieces of the probe's stream, in milliseconds. */
async function probeStream(settings: Patient["settings"]): Promise<{ answer: Response; at: number[] }> {
  const answer = await ask(settings, `/events?probe=${probeProof()}`, STREAM_MS);
  const at: number[] = [];
  if (!answer.ok || !answer.body) return { answer, at };
  for await (const _ of answer.body) at.push(performance.now());
  return { answer, at };
}

async function judgeStream(settings: Patient["settings"]): Promise<Found> {
  const remedy =
    "Let the proxy pass /events as it comes: no buffering (nginx: proxy_buffering off), no compression, HTTP/1.1 or later to the web process, and a read timeout above 30 s";
  try {
    const { answer, at } = await probeStream(settings);
    const isStream = answer.ok && (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const [first = 0] = at;
    if (!isStream || at.length === 0)
      return fail("stream-blocked", `the live stream is answered with status ${answer.status} and no events`, remedy);
    const spread = (at.at(-1) ?? 0) - first;
    if (spread >= PROBE.apartMs) return ok("events come as they are written");
    return fail(
      "stream-buffered",
      `what stands in front of the web process holds the live stream back: events of ${(PROBE.events - 1) * PROBE.apartMs} ms came within ${Math.round(spread)} ms`,
      remedy,
    );
  } catch (error) {
    return fail("stream-blocked", `the live stream does not come through: ${explain(error)}`, remedy);
  }
}

async function judgeDate(settings: Patient["settings"], now: () => Date): Promise<Found> {
  const date = (await ask(settings, "/healthz")).headers.get("date");
  if (date === null) return ok("the answer has no date");
  const ahead = (Date.parse(date) - now().getTime()) / 1_000;
  return judgeClock("the web process's", Math.abs(ahead) <= DATE_GRACE_SECONDS ? 0 : ahead);
}

type App = Pick<Patient, "settings" | "machine">;

/** Runs first: the other checks need an instance that responds. */
export const APP_CHECK: Check<App> = { name: "APP_URL", run: ({ settings }) => judgeInstance(settings) };

/** Checks the product from outside, as browsers and providers reach it. */
export const APP_CHECKS: Check<App>[] = [
  { name: "web process", run: ({ settings }) => judgeReadiness(settings) },
  { name: "clock of the web process", run: ({ settings, machine }) => judgeDate(settings, machine.now) },
  { name: "live stream", run: ({ settings }) => judgeStream(settings) },
];
