import { beforeAll, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { noteInbound } from "./note-inbound.ts";
import { quietSince } from "./quiet-since.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

test.each([
  ["five busy days, silent for a day", 0b0011111, 24, true],
  ["seven busy days, silent for two weeks", 0b1111111, 14 * 24, true],
  ["five of the seven, not in a row", 0b1110101, 30, true],
  ["silent for less than a day", 0b1111111, 23.9, false],
  ["silent for so long that it is no news", 0b1111111, 14 * 24 + 1, false],
  ["four busy days: silence is usual there", 0b0101101, 48, false],
  ["nothing known of the days", 0, 48, false],
])("%s", (_, inboundDays, hours, isQuiet) => {
  const lastInboundAt = hoursAgo(hours);
  expect(quietSince({ state: "active", lastInboundAt, inboundDays }, NOW)).toEqual(isQuiet ? lastInboundAt : null);
  expect(quietSince({ state: "disabled", lastInboundAt, inboundDays }, NOW)).toBeNull();
  expect(quietSince({ state: "active", lastInboundAt: null, inboundDays }, NOW)).toBeNull();
});

const ROW = { inboundDays: true, lastInboundAt: true } as const;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeAll(async () => {
  workspace = await createTestWorkspace();
});

const DAY_MS = 24 * HOUR_MS;
const startOfToday = () => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);

/** A message arrives on a channel whose last message came this many days ago. */
async function afterMessage(inboundDays: number, daysAgo: number | null): Promise<number> {
  const { workspaceId } = workspace;
  const { id } = await createTestIntegration(workspaceId);
  const before = daysAgo === null ? null : new Date(startOfToday().getTime() - daysAgo * DAY_MS);
  const where = { workspaceId_id: { workspaceId, id } };
  await database().integration.update({ where, data: { inboundDays, lastInboundAt: before } });
  noteInbound({ workspaceId, id });
  const row = () => database().integration.findUniqueOrThrow({ where, select: ROW });
  await eventually(async () => (await row()).lastInboundAt?.getTime() !== before?.getTime());
  return (await row()).inboundDays;
}

test("each message notes its day, and what is older than a week falls out", async () => {
  expect(await afterMessage(0, null)).toBe(0b1);
  expect(await afterMessage(0b101, 0)).toBe(0b101);
  expect(await afterMessage(0b101, 1)).toBe(0b1011);
  expect(await afterMessage(0b1111111, 1)).toBe(0b1111111);
  expect(await afterMessage(0b1, 6)).toBe(0b1000001);
  expect(await afterMessage(0b1111111, 7)).toBe(0b1);
  expect(await afterMessage(0b1111111, 400)).toBe(0b1);
});

test("a list of channels tells which are quiet", async () => {
  const { id } = await createTestIntegration(workspace.workspaceId, { name: "Quiet" });
  const lastInboundAt = new Date(Date.now() - 2 * DAY_MS);
  await database().integration.updateMany({ where: { id }, data: { inboundDays: 0b11111, lastInboundAt } });
  const { nodes } = await workspace.api.ok<{ nodes: { quietSince: string | null; waitingSends: number }[] }>(
    `query ($input: IntegrationsInput!) { integrations(input: $input) { nodes { quietSince waitingSends } } }`,
    { name: "Quiet" },
  );
  expect(nodes).toEqual([{ quietSince: lastInboundAt.toISOString(), waitingSends: 0 }]);
});
