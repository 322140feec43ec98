import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { reportRolling, runRolling } from "./rolling.ts";
import { ROLLING_LOAD } from "./storms.ts";

const folder = mkdtempSync(join(tmpdir(), "omnichannel-rolling-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a rolling restart under load repeats nothing, loses nothing, and nobody notices", async () => {
  const load = { ...ROLLING_LOAD, convs: 12, pauseMs: 600, broadcasts: [{ clients: 100, isScheduled: false }] };
  const outcome = await runRolling({ rounds: 1, load, seed: 20261121, folder, hasPages: false, say: console.info });
  const { complaints, figures } = reportRolling(outcome);
  console.info(figures.join("\n"));
  expect(complaints.join("\n")).toBe("");
  expect(outcome.figures.provider.accepted).toBeGreaterThan(100);
  expect(outcome.listeners.some(({ connections }) => connections > 1)).toBe(true);
});
