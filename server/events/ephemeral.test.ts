import { afterEach, expect, test } from "vitest";
import { pool } from "../db.ts";
import { announceEphemeral, onEphemeral, type Ephemeral, type Typing } from "./ephemeral.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function hear(workspaceId: number): Ephemeral[] {
  const heard: Ephemeral[] = [];
  stops.push(onEphemeral(workspaceId, (news) => heard.push(news)));
  return heard;
}

const typing = (more: Partial<Typing> = {}): Typing => ({
  workspaceId: 7,
  convId: crypto.randomUUID(),
  assigneeId: null,
  kind: "typing",
  from: "client",
  name: null,
  isTyping: true,
  ...more,
});

test("is heard by all who listen to the workspace, once each, and by nobody of another one", async () => {
  const [ana, ben, other] = [hear(7), hear(7), hear(8)];
  const news = typing({ name: "Maria" });
  announceEphemeral(news);
  announceEphemeral(typing({ workspaceId: 8 }));
  expect(ana).toEqual([news]);
  expect(ben).toEqual([news]);
  // This process also receives its own notification over the connection, and ignores it.
  await pool().query("select 1");
  await new Promise((wait) => setTimeout(wait, 100));
  expect([ana.length, ben.length, other.length]).toEqual([1, 1, 1]);
});

test("is heard from other processes, and what cannot be read is passed over", async () => {
  // No other test listens to this workspace, because a repeated notification may arrive late.
  const heard = hear(9);
  const news = typing({ workspaceId: 9 });
  const notify = (words: string) =>
    pool().query("select pg_notify('omnichannel_told', $1)", [`another-process ${words}`]);
  await expect
    .poll(
      async () => {
        await notify("{not json");
        await notify(JSON.stringify({ ...news, kind: "singing" }));
        await notify(JSON.stringify(news));
        return heard.length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  expect(heard[0]).toEqual(news);
});

test("nothing is heard after stopping, and a name cannot outgrow what a NOTIFY takes", async () => {
  const heard = hear(7);
  announceEphemeral(typing({ name: "𝔐".repeat(20_000) }));
  expect(Buffer.byteLength(JSON.stringify(heard[0]))).toBeLessThan(8_000);
  for (const stop of stops.splice(0)) stop();
  announceEphemeral(typing());
  await pool().query("select 1");
  expect(heard).toHaveLength(1);
});

test("presence and own news are heard as they were told; a name is bounded there too", async () => {
  const heard = hear(7);
  const agentId = crypto.randomUUID();
  const place = { workspaceId: 7, convId: crypto.randomUUID(), assigneeId: null } as const;
  const presence = { ...place, kind: "presence", agentId, name: "Ana", state: "viewing" } as const;
  const own = { workspaceId: 7, kind: "own", agentId, what: "read", convId: null } as const;
  for (const news of [presence, own]) announceEphemeral(news);
  expect(heard).toEqual([presence, own]);
  announceEphemeral({ ...presence, name: "𝔐".repeat(20_000) });
  expect(Buffer.byteLength(JSON.stringify(heard[2]))).toBeLessThan(8_000);
  // Only valid messages of another process are delivered.
  const notify = (words: unknown) =>
    pool().query("select pg_notify('omnichannel_told', $1)", [`other ${JSON.stringify(words)}`]);
  await expect
    .poll(
      async () => {
        await notify({ ...own, what: "everything" });
        await notify({ ...presence, state: "typing" });
        return heard.length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(3);
  expect(heard[3]).toEqual({ ...presence, state: "typing" });
});
