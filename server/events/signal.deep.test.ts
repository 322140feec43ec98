// @own-process: the live stream follows one database for as long as the process lives.
import { afterEach, expect, test } from "vitest";
import { startProxy, type Proxy } from "../../chaos/proxy.ts";
import { pool } from "../db.ts";
import { listenForSignals, onSignal, TOPICS, type Topic } from "./signal.ts";

let proxy: Proxy | null = null;
let listening: { stop: () => Promise<void> } | null = null;
afterEach(async () => {
  await listening?.stop();
  await proxy?.close();
});

/** Listens through a proxy that can go silent. Resolves when the first wakes have arrived. */
async function listen(): Promise<{ cable: Proxy; heard: Topic[] }> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const cable = await startProxy({ host: url.hostname, port: Number(url.port) });
  proxy = cable;
  url.port = String(cable.port);
  const heard: Topic[] = [];
  onSignal((topic) => void heard.push(topic));
  listening = listenForSignals(url.href);
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(TOPICS.length);
  heard.length = 0;
  return { cable, heard };
}

const wakeFromElsewhere = () => pool().query("select pg_notify('omnichannel_wake', 'another-process sends')");

test("wakes of other processes are heard", async () => {
  const { heard } = await listen();
  await wakeFromElsewhere();
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["sends"]);
});

test("a line that went silent is found out within 15 s, another one taken, and everything woken for what was missed", async () => {
  const { cable, heard } = await listen();
  cable.halfOpen();
  cable.heal();
  await wakeFromElsewhere();
  await expect.poll(() => heard, { timeout: 20_000, interval: 100 }).toEqual([...TOPICS]);
  await wakeFromElsewhere();
  await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe("sends");
}, 40_000);

test("stopping does not wait for a line that no longer answers", async () => {
  const { cable } = await listen();
  cable.halfOpen();
  const stoppedAt = Date.now();
  await listening?.stop();
  expect(Date.now() - stoppedAt).toBeLessThan(3_000);
});
