import { factsOf, isAccepted, type Facts } from "./facts.ts";
import { BOUNDS, type Bounds, type Finding, type Rule } from "./finding.ts";
import type { History } from "./records.ts";
import { isServed, lastTrouble, plainErrors, processes, recovers, requestTime, serves } from "./rules/availability.ts";
import { broadcasts, launches } from "./rules/broadcasts.ts";
import { attempts, causes, deliveryOrder, heard, isWaiting } from "./rules/deliveries.ts";
import { events } from "./rules/events.ts";
import { oneConversation } from "./rules/ingress.ts";
import { final, idempotencyKey, ledger, oneAtATime, order, repeatFigures, repeats, truth } from "./rules/sends.ts";
import { reports, rising } from "./rules/statuses.ts";
import { askedFor, stored } from "./rules/stored.ts";

/** All rules, by the name that their findings carry. Each rule is described where it is defined. */
const RULES = {
  stored,
  askedFor,
  final,
  truth,
  ledger,
  idempotencyKey,
  oneAtATime,
  repeats,
  order,
  rising,
  reports,
  broadcasts,
  launches,
  oneConversation,
  events,
  heard,
  attempts,
  deliveryOrder,
  causes,
  requestTime,
  plainErrors,
  serves,
  processes,
  recovers,
} satisfies Record<string, Rule>;
export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

export type Figures = ReturnType<typeof figuresOf>;

/**
 * Judges a complete run: which rule was broken, with ids and lines as evidence, and the run's figures.
 * @param bounds limits of this run that differ from the bars (BOUNDS).
 */
export function checkHistory(
  history: History,
  bounds: Partial<Bounds> = {},
): { findings: Finding[]; figures: Figures } {
  const facts = factsOf(history);
  const findings: Finding[] = [];
  for (const [rule, judge] of Object.entries(RULES)) {
    judge(
      facts,
      ({ says, ids = [], lines = [] }) => {
        const shown = lines.filter((line) => line !== null && line !== undefined);
        findings.push({ rule, says, ids, lines: [...new Set(shown)].sort((a, b) => a - b) });
      },
      { ...BOUNDS, ...bounds },
    );
  }
  return { findings, figures: figuresOf(facts) };
}

/** The report shows at most this many findings per rule. */
const MOST_SHOWN = 10;

/** The findings as readable text. Empty if there are none. */
export function describeFindings(findings: Finding[]): string {
  const lines: string[] = [];
  for (const rule of new Set(findings.map((finding) => finding.rule))) {
    const own = findings.filter((finding) => finding.rule === rule);
    lines.push(`${rule}: ${own.length}`);
    for (const { says, ids, lines: shown } of own.slice(0, MOST_SHOWN)) {
      const at = shown.length > 0 ? ` [lines ${shown.slice(0, 12).join(", ")}]` : "";
      lines.push(`  ${says} (${ids.slice(0, 6).join(", ")})${at}`);
    }
    if (own.length > MOST_SHOWN) lines.push(`  … and ${own.length - MOST_SHOWN} more`);
  }
  return lines.join("\n");
}

function figuresOf(facts: Facts) {
  const { meta, calls, outgoing, rows, arrivals, receipts, faults, processes: lives, marks } = facts;
  const since = lastTrouble(facts);
  const settledAt = marks.get("settled")?.at;
  const times = calls.map(({ at, endAt }) => (endAt ?? facts.lastAt) - at);
  const struck: Record<string, number> = {};
  for (const { name } of faults) struck[name] = (struck[name] ?? 0) + 1;
  const statuses: Record<string, number> = {};
  for (const { status } of outgoing) statuses[status] = (statuses[status] ?? 0) + 1;
  const stops = lives.flatMap(({ what, pid, at }) => {
    const exit =
      what === "stop" ? lives.find((event) => event.what === "exit" && event.pid === pid && event.at >= at) : null;
    return exit ? [exit.at - at] : [];
  });
  return {
    scenario: meta.scenario,
    seed: meta.seed,
    seconds: Math.round(facts.lastAt / 1000),
    faults: struck,
    requests: {
      all: calls.length,
      ok: calls.filter(({ outcome }) => outcome === "ok").length,
      refused: calls.filter(({ outcome }) => outcome === "fail").length,
      unknown: calls.filter(({ outcome }) => outcome === "unknown").length,
      /** Calls that were neither done nor refused with a reason. */
      unserved: calls.filter((call) => !isServed(call)).length,
      slowestMs: Math.round(times.reduce((most, time) => Math.max(most, time), 0)),
    },
    messages: {
      outgoing: outgoing.length,
      incoming: rows.message.length - rows.message.filter(({ isAgent }) => isAgent).length,
      statuses,
    },
    provider: { arrivals: arrivals.length, accepted: arrivals.filter(isAccepted).length, ...repeatFigures(facts) },
    webhooks: {
      events: rows.event.length,
      deliveries: rows.webhookDelivery.length,
      attempts: receipts.length,
      waiting: rows.webhookDelivery.filter(isWaiting).length,
    },
    /** From the last fault until nothing was pending, in seconds. */
    recoverySeconds:
      settledAt === undefined || since === null ? null : Math.max(0, Math.round((settledAt - since) / 100) / 10),
    slowestStopSeconds: stops.length === 0 ? null : Math.round(Math.max(...stops) / 100) / 10,
  };
}
