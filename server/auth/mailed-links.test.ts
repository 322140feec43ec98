import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { newestLinkTo } from "../testing/mailed-link.ts";
import { pruneMailedLinks } from "./prune.ts";
import { requeue } from "../work/handlers/recover.ts";
import { requestPasswordReset } from "../workspaces/reset-password.ts";

async function requested(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await requestPasswordReset({ email }, "en");
  return (await newestLinkTo(email)).id;
}

test("a link that has lost its job is queued again, while it is worth mailing", async () => {
  const [lost, expired] = [await requested(), await requested()];
  await pool().query(`delete from pgboss.job where name = 'mail-link' and data ->> 'linkId' = any ($1)`, [
    [lost, expired],
  ]);
  await database().mailedLink.update({ where: { id: expired }, data: { expiresAt: new Date() } });
  expect(await requeue("mail-link")).toBe(1);
  expect(await requeue("mail-link")).toBe(0);
});

test("links are deleted a day after they have expired", async () => {
  const [old, young] = [await requested(), await requested()];
  const hoursAgo = (hours: number) => ({ expiresAt: new Date(Date.now() - hours * 3_600_000) });
  await database().mailedLink.update({ where: { id: old }, data: hoursAgo(25) });
  await database().mailedLink.update({ where: { id: young }, data: hoursAgo(23) });
  await pruneMailedLinks();
  expect(await database().mailedLink.findMany({ where: { id: { in: [old, young] } }, select: { id: true } })).toEqual([
    { id: young },
  ]);
});
