import { expect, test } from "vitest";
import { checkHistory, describeFindings, RULE_NAMES } from "./check.ts";
import { goodRun } from "./good-run.ts";
import { PLANTED } from "./planted.ts";
import { inTime, receiptOf, the, theRow, type Run } from "./planting.ts";

const CASES = Object.entries(PLANTED).flatMap(([rule, plants]) =>
  Object.entries(plants).map(([what, plant]) => ({ what, rule, plant })),
);
const SIZE = 20;

test("a good run has no findings, and its figures are what happened", () => {
  const { findings, figures } = checkHistory(goodRun(SIZE));
  expect(describeFindings(findings)).toBe("");
  expect(figures).toMatchObject({
    faults: { kill: 2, databaseRestart: 1 },
    requests: { unknown: 2, refused: 0, slowestMs: 5 },
    messages: { outgoing: SIZE + 4, incoming: 20, statuses: { sent: SIZE / 2 + 4, delivered: SIZE / 2 } },
    provider: { arrivals: SIZE + 5, accepted: SIZE + 5, repeated: 1, most: 2, retried: 1 },
    webhooks: { waiting: 0 },
    recoverySeconds: 1,
    slowestStopSeconds: 1,
  });
});

test.each(CASES)("$what: found as $rule", ({ rule, plant }) => {
  const run = structuredClone(goodRun(SIZE));
  const { findings } = checkHistory(plant(run) ?? run);
  expect(findings.map((finding) => finding.rule)).toContain(rule);
  const own = findings.filter((finding) => finding.rule === rule);
  expect(own.every(({ ids, lines }) => ids.length + lines.length > 0)).toBe(true);
});

test("a message that an unanswered call has made may be told of before the call that repeats it", () => {
  const run = goodRun(SIZE);
  const told = receiptOf(run, "INCOMING_MESSAGE");
  const { messageId } = theRow(run, "event", ({ id }) => id === told.eventId);
  const ok = the(run, "ok", ({ output }) => "messageId" in output && output.messageId === messageId);
  const asked = the(run, "invoke", ({ op }) => op === ok.op);
  const later = told.at - asked.at + 1;
  const repeated = run.map((record) =>
    record === asked || record === ok ? { ...record, at: record.at + later } : record,
  );
  const rulesOf = (history: Run) => checkHistory(inTime(history)).findings.map(({ rule }) => rule);
  expect(rulesOf(repeated)).toContain("causes");
  const unanswered: Run = [
    { ...asked, op: 900_000 },
    { at: asked.at + 1, type: "unknown", op: 900_000, error: { status: null, text: "connection lost" } },
  ];
  expect(rulesOf([...repeated, ...unanswered])).not.toContain("causes");
});

test("a process that starts while the database is away may end, at no other time", () => {
  const run = goodRun(SIZE);
  const { at } = the(run, "faultBegin", ({ name }) => name === "databaseRestart");
  const rulesOf = (began: number) => {
    const started = { type: "process", name: "worker-9", pid: 999_999 } as const;
    const fallen: Run = [
      { ...started, at: began, what: "start" },
      { ...started, at: began + 1, what: "exit", code: 1, signal: null, expected: false },
    ];
    return checkHistory(inTime([...run, ...fallen])).findings.map(({ rule }) => rule);
  };
  expect(rulesOf(at)).toEqual([]);
  expect(rulesOf(at - 10)).toEqual(["processes"]);
});

test("every rule is shown to fail", () => {
  const { findings } = checkHistory(goodRun(SIZE));
  expect(findings).toEqual([]);
  expect([...new Set(CASES.map(({ rule }) => rule))].sort()).toEqual([...RULE_NAMES].sort());
});

test("a long run is judged in seconds", () => {
  const run = goodRun(5_000);
  expect(run.length).toBeGreaterThanOrEqual(100_000);
  const startedAt = performance.now();
  const { findings } = checkHistory(run);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.info(`${run.length} records judged in ${seconds.toFixed(2)} s`);
  expect(describeFindings(findings)).toBe("");
  expect(seconds).toBeLessThan(10);
});
