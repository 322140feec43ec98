import { expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { channelsReport } from "./channels-report.ts";

test("messages count on the day on which they were written in the caller's time zone", async () => {
  const { workspaceId } = await createTestWorkspace();
  const client = await createTestClient(workspaceId);
  const shop = await createTestIntegration(workspaceId, { name: "Shop" });
  await createTestIntegration(workspaceId, { name: "Quiet" });
  const { id: convId } = await createTestConv(workspaceId, { clientId: client.id, integrationId: shop.id });
  await database().message.deleteMany({ where: { workspaceId } });
  const times = [
    "2026-03-22T22:30Z", // Sunday in Berlin, a week ago
    "2026-03-22T23:30Z", // Monday
    "2026-03-28T22:30Z", // Saturday
    "2026-03-28T23:30Z", // Sunday
    "2026-03-29T21:00Z", // Sunday, after the clocks went forward
    "2026-03-29T21:45Z", // later than now
  ];
  await database().message.createMany({
    data: [...times, "2026-03-29T20:00Z"].map((createdAt, index) => ({
      ...{ workspaceId, convId, clientId: client.id, integrationId: shop.id, seq: index + 1, content: "Hello" },
      ...{ createdAt: new Date(createdAt), isAgent: index > 0, status: "delivered", createdBy: "test" },
      type: index < times.length ? "text" : "note",
    })),
  });
  const ctx = { ...testCtx(workspaceId), now: new Date("2026-03-29T21:30Z") };
  expect(await channelsReport(ctx, { timeZone: "Europe/Berlin" })).toEqual([
    { integrationId: shop.id, days: [1, 0, 0, 0, 0, 1, 2] },
  ]);
  expect(await channelsReport(ctx, { timeZone: "UTC" })).toEqual([
    { integrationId: shop.id, days: [0, 0, 0, 0, 0, 2, 1] },
  ]);
  await expect(channelsReport(ctx, { timeZone: "Mars/Olympus" })).rejects.toMatchObject({ code: "BAD_INPUT" });
});
