import { isAccepted, type Facts, type FaultFact } from "../facts.ts";
import type { Bounds, Rule } from "../finding.ts";

/** No request takes longer than the limit, and every request gets a response. */
export const requestTime: Rule = ({ calls, lastAt }, report, { requestMs }) => {
  for (const { kind, by, at, endAt, line, endLine } of calls) {
    const took = (endAt ?? lastAt) - at;
    if (took <= requestMs) continue;
    const says = endAt === null ? "was never answered" : `took ${(took / 1000).toFixed(1)} s`;
    report({ says: `a request (${kind} by ${by}) ${says}`, lines: [line, endLine] });
  }
};

/** What a response must not reveal: SQL statements, tables, files, stack traces, names of internal components. */
const INSIDE = [
  /\b(select|insert into|update|delete from)\b[^.]*["\s](from|values|set|where)\b/i,
  /"(Message|SendQueue|Conversation|Client|Event|Integration|ApiKey|IdempotencyKey)"/,
  /\b(prisma|postgres|pg_|pgboss|ECONNREFUSED|ECONNRESET|ETIMEDOUT|P\d{4})\b/i,
  /node_modules|\bat\s+\S+\s*\(|[\w/.-]+\.(ts|js|mjs|cjs):\d+/,
  /::(uuid|jsonb|timestamptz)|relation ".*" does not exist|127\.0\.0\.1:\d+/,
];

/** An error reveals no internals to a caller. */
export const plainErrors: Rule = ({ calls }, report) => {
  for (const { kind, error, line, endLine } of calls) {
    if (!error || error.status === null) continue;
    const leak = INSIDE.find((pattern) => pattern.test(error.text));
    if (leak)
      report({ says: `an answer to ${kind} tells of our inside: ${error.text.slice(0, 200)}`, lines: [line, endLine] });
  }
};

/** Requests are refused or lost only during a fault, and succeed again soon after it. */
export const serves: Rule = (facts, report, bounds) => {
  const windows = outages(facts, bounds);
  for (const { kind, by, at, endAt, outcome, error, line, endLine } of facts.calls) {
    // requestTime checks calls without an end.
    if (endAt === null || isServed({ outcome, error })) continue;
    if (windows.some((window) => window.at <= endAt && at <= window.end)) continue;
    const what = error?.status ?? "no answer";
    report({
      says: `a request (${kind} by ${by}) failed although nothing was broken: ${what} ${error?.text.slice(0, 200) ?? ""}`,
      lines: [line, endLine],
    });
  }
  for (const { name, at, end, line } of facts.faults) {
    if (!name.startsWith("database") || end === Infinity) continue;
    const passed = facts.calls.find(
      (call) => call.outcome === "ok" && call.at >= end && (call.endAt ?? Infinity) <= end + bounds.backMs,
    );
    const wasAsked = facts.calls.filter((call) => call.at >= end && call.at <= end + bounds.backMs);
    const isBrokenAgain = facts.faults.some(
      (other) => other.at > at && other.at <= end + bounds.backMs && breaksRequests(other),
    );
    if (wasAsked.length > 0 && !passed && !isBrokenAgain) {
      report({ says: `no request passed within ${bounds.backMs / 1000} s after ${name}`, lines: [line] });
    }
  }
};

/** Done, or refused with a reason: the caller knows the outcome. */
export function isServed({ outcome, error }: Pick<Facts["calls"][number], "outcome" | "error">): boolean {
  if (outcome === "ok") return true;
  const isAnswer = error?.code !== undefined || (error?.status != null && error.status < 500);
  return outcome === "fail" && isAnswer;
}

function breaksRequests({ name, target }: FaultFact): boolean {
  return name.startsWith("database") || ((name === "kill" || name === "freeze") && !target.startsWith("worker"));
}

/**
 * The periods in which requests may fail: from the start of each fault that requests can notice to the end of the allowed
 * recovery time.
 */
function outages({ faults }: Facts, { backMs }: Bounds): { at: number; end: number }[] {
  return faults
    .filter(breaksRequests)
    .map(({ name, at, end, mendedAt }) => ({ at, end: name === "kill" ? mendedAt : end + backMs }));
}

/** No process exits by itself. A process that gets SIGTERM exits in time and with success. */
export const processes: Rule = (facts, report, { stopMs, backMs }) => {
  const { processes: events, faults, lastAt } = facts;
  // A process that finds no database at its start logs this and exits. Its supervisor starts it again.
  const mayEnd = (pid: number, at: number) =>
    !events.some((event) => event.what === "ready" && event.pid === pid) &&
    faults.some((fault) => fault.name.startsWith("database") && fault.at <= at && at <= fault.mendedAt + backMs);
  for (const { name, pid, what, code, signal, expected, at, line } of events) {
    if (what === "exit" && expected !== true && !mayEnd(pid, at))
      report({ says: `${name} ended by itself (${signal ?? `code ${code ?? "none"}`})`, lines: [line] });
    if (what !== "stop") continue;
    const exit = events.find((event) => event.what === "exit" && event.pid === pid && event.at >= at);
    const took = (exit?.at ?? lastAt) - at;
    const wasKilled = exit?.signal === "SIGKILL";
    if (took > stopMs)
      report({ says: `${name} took ${(took / 1000).toFixed(1)} s to stop`, lines: [line, exit?.line] });
    else if (exit && exit.code !== 0 && !wasKilled)
      report({
        says: `${name} was told to stop and ended with ${exit.signal ?? `code ${exit.code ?? "none"}`}`,
        lines: [line, exit.line],
      });
  }
};

/** Pauses between the attempts of a send, in seconds, and the largest random factor. */
const PAUSES_SECONDS = [1, 5, 15, 60, 180, 600, 1800];
const SPREAD = 1.2;

/**
 * After the last fault, nothing is pending within seconds. Two times are added: the providers' `Retry-After`, and the backlog at
 * the channels' rate.
 */
export const recovers: Rule = (facts, report, { recoverMs }) => {
  const { marks, meta, arrivalsOf, outgoing } = facts;
  const gaveUp = marks.get("gaveUpWaiting");
  if (gaveUp) report({ says: "the run ended without everything having been sent", lines: [gaveUp.line] });
  const settled = marks.get("settled");
  const since = lastTrouble(facts);
  if (!settled || since === null) return;
  let allowed = since;
  let backlog = 0;
  for (const { id } of outgoing) {
    const attempts = arrivalsOf.get(id) ?? [];
    const first = attempts.find(isAccepted);
    if (first && first.at > since) backlog++;
    for (const [index, attempt] of attempts.entries()) {
      if (!attempt.end || isAccepted(attempt) || index === attempts.length - 1) continue;
      const pause = PAUSES_SECONDS[Math.min(index, PAUSES_SECONDS.length - 1)] ?? 0;
      allowed = Math.max(allowed, attempt.end.at + Math.max(pause * SPREAD, attempt.end.retryAfterSeconds ?? 0) * 1000);
    }
  }
  allowed += recoverMs + (backlog / meta.sendsPerSecond) * 1000;
  if (settled.at > allowed) {
    const took = ((settled.at - since) / 1000).toFixed(1);
    report({ says: `it took ${took} s from the last fault until nothing was pending`, lines: [settled.line] });
  }
};

/** When the last event happened that the run has to recover from. null if there was none. */
export function lastTrouble({ marks, faults }: Facts): number | null {
  const times = [
    ...(["loadEnded", "faultsEnded"] as const).flatMap((name) => marks.get(name)?.at ?? []),
    ...faults.map(({ at, end }) => (end === Infinity ? at : end)),
  ];
  return times.length === 0 ? null : Math.max(...times);
}
