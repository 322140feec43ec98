import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeFindings } from "./check.ts";
import { runStorm } from "./run.ts";
import { SHORT_STORM } from "./storms.ts";

const SEED = 4;
/**
 * The bars apply to an otherwise idle machine (`npm run chaos`). These weaker limits still detect what never recovers.
 * server/db.deep.test.ts checks the 15 s.
 */
const PATIENCE = { requestMs: 40_000, backMs: 15_000, recoverMs: 60_000, settleMs: 15_000 };

test("every kind of fault in a minute: nothing is lost, nothing is told twice, everything comes to its end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "omnichannel-chaos-"));
  const outcome = await runStorm(SHORT_STORM, {
    seed: SEED,
    folder,
    hasPages: false,
    bounds: PATIENCE,
    say: () => undefined,
    signal: new AbortController().signal,
  });
  const { findings, figures } = outcome.verdict;
  console.info(
    `seed ${SEED}, ${figures.seconds} s: ${figures.messages.outgoing} sent, ${figures.messages.incoming} received, ` +
      `${figures.provider.repeated} repeated under their own key, ${figures.webhooks.deliveries} webhooks in ` +
      `${figures.webhooks.attempts} attempts, ${figures.requests.unknown} calls unanswered; 0 pending ` +
      `${outcome.messagesSeconds} s after the load, the API back after ` +
      `${outcome.strikes.recoveries.map(({ name, seconds }) => `${name} ${seconds} s`).join(", ")}, slowest call ${outcome.longestCallMs} ms`,
  );
  // The failure message names the folder with the history and logs.
  expect(findings, `${describeFindings(findings)}\nin ${folder}`).toEqual([]);
  expect(outcome.strikes.struck).toBe(SHORT_STORM.faults.reduce((sum, { times }) => sum + times, 0));
  expect(figures.messages.outgoing).toBeGreaterThan(850);
  expect(figures.requests.unknown).toBeGreaterThan(0);
  rmSync(folder, { recursive: true, force: true });
}, 420_000);
