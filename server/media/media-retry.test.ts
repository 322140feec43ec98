import { expect, test } from "vitest";
import { nextCopyAt } from "./copy-media.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const begun = new Date("2026-11-21T12:00:00Z");

/** The pauses of a file that is never had, each taken as soon as it is over, in seconds. */
function pauses(why: "fault" | "token"): number[] {
  const taken: number[] = [];
  let now = begun;
  for (let attemptNo = 1; ; attemptNo++) {
    const next = nextCopyAt(attemptNo, begun, now, why);
    if (!next) return taken;
    taken.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
}

test("the pauses grow from seconds to an hour, and end with a day", () => {
  const all = pauses("fault");
  expect(all.slice(0, 8)).toEqual([5, 15, 45, 135, 405, 1_215, 3_600, 3_600]);
  const total = all.reduce((sum, each) => sum + each, 0);
  expect(total).toBeLessThanOrEqual((24 * HOUR) / 1000);
  expect(total).toBeGreaterThan((22 * HOUR) / 1000);
});

test("a token has six days to be replaced: WhatsApp keeps a file for seven", () => {
  const total = pauses("token").reduce((sum, each) => sum + each, 0);
  expect(total).toBeLessThanOrEqual(6 * 24 * 60 * 60);
  expect(total).toBeGreaterThan(5.9 * 24 * 60 * 60);
});
