// @own-process: the live stream follows one database for the life of the process.
import { connect } from "node:net";
import { afterEach, beforeAll, afterAll, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { announceEphemeral } from "../events/ephemeral.ts";
import type { NewEvent } from "../events/events.ts";
import { startHttpServer } from "../http/serve.ts";
import { handleDoor } from "../http/app.ts";
import { metrics } from "../observe/metrics.ts";
import {
  createTestAgentKey,
  createTestMember,
  createTestWorkspace,
  signInTestUser,
  testCtx,
} from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";

/** Events wait for all older transactions of the database server, including those of tests that run in parallel. */
const PATIENCE_MS = 15_000;

let server: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
    if (!handleDoor(request, response)) response.end();
  });
});
afterAll(() => server.stop());

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

/** A reader on a raw connection. Keeps everything as it arrives. */
function listen(workspaceId: number, authorization: string, more: { cursor?: string; method?: string } = {}) {
  const socket = connect(server.port, "127.0.0.1");
  const state = { text: "", ended: false };
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => (state.text += chunk));
  socket.on("error", () => undefined);
  socket.on("close", () => (state.ended = true));
  const lines = [
    `${more.method ?? "GET"} /events?workspaceId=${workspaceId} HTTP/1.1`,
    "host: localhost",
    `authorization: ${authorization}`,
    ...(more.cursor ? [`last-event-id: ${more.cursor}`] : []),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const blocks = (event: string) =>
    state.text.split("\n\n").filter((block) => new RegExp(`^event: ${event}$`, "m").test(block));
  const stream = {
    socket,
    state,
    blocks,
    changes: () => blocks("change").filter((block) => !block.includes("WORKSPACE_CHANGED")),
    ready: () =>
      eventually(
        () => blocks("ready").length > 0,
        PATIENCE_MS,
        () => `not ready: ${state.text}`,
      ),
    cursor: () => /(?:^|\n)id: (\S+)\n(?![^]*\nid: )/.exec(state.text)?.[1] ?? "",
    close: () => void socket.destroy(),
  };
  open.push(stream);
  return stream;
}

function happen(workspaceId: number, ...list: NewEvent[]): Promise<void> {
  return inTransaction(testCtx(workspaceId), (tx) => emit(tx, ...list));
}

const changed = (convId: string, assigneeId: string | null = null): NewEvent => ({
  name: "CONV_CHANGED",
  convId,
  assigneeId,
  prevAssigneeId: assigneeId,
});

const openStreams = async () =>
  (await metrics.streams.get()).values.find(({ labels }) => labels.kind === "portal")?.value ?? 0;

describe("GET /events on node:http", () => {
  test("answers as an event stream that lasts as long as its connection, and refuses in JSON", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const stream = listen(workspaceId, apiKey);
    await stream.ready();
    const [head = ""] = stream.state.text.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(head).toMatch(/^content-type: text\/event-stream; charset=utf-8\r?$/im);
    expect(head).toMatch(/^cache-control: no-store, no-transform\r?$/im);
    expect(head).toMatch(/^connection: close\r?$/im);
    expect(head).not.toMatch(/^(transfer-encoding|content-length)/im);
    const refused = listen(workspaceId, "nobodys-key");
    await eventually(() => refused.state.text.includes("Invalid API key"));
    expect(refused.state.text).toMatch(/^HTTP\/1\.1 401 /);
    const head2 = listen(workspaceId, apiKey, { method: "HEAD" });
    await eventually(() => head2.state.ended);
    expect(head2.state.text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(head2.blocks("ready")).toEqual([]);
  });

  test("tells all readers of one key the same, each once, also those who come while things happen", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const first = listen(workspaceId, apiKey);
    await first.ready();
    const begin = first.cursor();
    const convIds = Array.from({ length: 40 }, () => crypto.randomUUID());
    const later: ReturnType<typeof listen>[] = [];
    for (const convId of convIds) {
      later.push(listen(workspaceId, apiKey, { cursor: begin }));
      await happen(workspaceId, changed(convId));
    }
    const told = (stream: ReturnType<typeof listen>) =>
      stream.changes().map((block) => /"convId":"([^"]+)"/.exec(block)?.[1]);
    await eventually(() => [first, ...later].every((stream) => told(stream).length >= convIds.length), PATIENCE_MS);
    for (const stream of [first, ...later]) expect(told(stream)).toEqual(convIds);
    await eventually(() => later.every((stream) => stream.blocks("ready").length === 1));
  });

  test("tells people of different rights what is theirs of the same batch", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const [mia, otto] = [await createTestAgentKey(workspaceId, "Mia"), await createTestAgentKey(workspaceId, "Otto")];
    const streams = [listen(workspaceId, apiKey), listen(workspaceId, mia.key), listen(workspaceId, otto.key)];
    await Promise.all(streams.map((stream) => stream.ready()));
    const [hers, his, nobodys] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await happen(workspaceId, changed(hers, mia.agentId), changed(his, otto.agentId), changed(nobodys));
    const told = (index: number) =>
      streams[index]?.changes().map((block) => /"convId":"([^"]+)".*"gone":(\w+)/.exec(block)?.slice(1));
    await eventually(() => told(0)?.length === 3 && told(1)?.length === 2 && told(2)?.length === 2, PATIENCE_MS);
    const here = (convId: string) => [convId, "false"];
    expect(told(0)).toEqual([here(hers), here(his), here(nobodys)]);
    expect(told(1)).toEqual([here(hers), here(nobodys)]);
    expect(told(2)).toEqual([here(his), here(nobodys)]);
  });

  test("all tabs of a person end with the sign-in; those of another go on", async () => {
    const { workspaceId } = await createTestWorkspace();
    const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    const tabs = [1, 2, 3].map(() => listen(workspaceId, `Bearer ${ana.token}`));
    const other = listen(workspaceId, `Bearer ${ben.token}`);
    await Promise.all([...tabs, other].map((stream) => stream.ready()));
    await database().session.updateMany({ where: { userId: ana.userId }, data: { revokedAt: new Date() } });
    await eventually(
      () => tabs.every(({ state }) => state.ended),
      PATIENCE_MS,
      () => "a tab stayed open",
    );
    expect(other.state.ended).toBe(false);
    const convId = crypto.randomUUID();
    announceEphemeral({
      workspaceId,
      convId,
      assigneeId: null,
      kind: "typing",
      from: "client",
      name: null,
      isTyping: true,
    });
    await eventually(() => other.blocks("typing").length === 1);
    expect(tabs.every((tab) => tab.blocks("typing").length === 0)).toBe(true);
  });

  test("a person has a hundred streams at once, whatever their sign-ins; the next one waits until one is closed", async () => {
    const { workspaceId } = await createTestWorkspace();
    const [mia, bo] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    const { token } = await signInTestUser(mia.userId);
    const streams = Array.from({ length: 110 }, (_, no) => listen(workspaceId, `Bearer ${no % 2 ? token : mia.token}`));
    const are = (status: RegExp) => streams.filter(({ state }) => status.test(state.text));
    await eventually(() => are(/^HTTP\/1\.1 (?:200|429) /).length === 110, PATIENCE_MS);
    const [refused, ...others] = are(/^HTTP\/1\.1 429 /);
    expect(others).toHaveLength(9);
    await eventually(() => refused?.state.text.includes("RATE_LIMITED") ?? false);
    expect(refused?.state.text).toMatch(/^retry-after: 10\r?$/im);
    expect(refused?.state.text).toContain("You have 100 live streams open; close one and open the new one then");
    await listen(workspaceId, `Bearer ${bo.token}`).ready();
    const [first] = are(/^HTTP\/1\.1 200 /);
    first?.close();
    const before = await openStreams();
    await eventually(async () => (await openStreams()) < before, PATIENCE_MS);
    await listen(workspaceId, `Bearer ${mia.token}`).ready();
  });

  test("forgets a reader that has left, and cuts off one that takes nothing", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const before = await openStreams();
    const [leaving, staying, idle] = [
      listen(workspaceId, apiKey),
      listen(workspaceId, apiKey),
      listen(workspaceId, apiKey),
    ];
    await Promise.all([leaving, staying, idle].map((stream) => stream.ready()));
    expect(await openStreams()).toBe(before + 3);
    leaving.close();
    await eventually(async () => (await openStreams()) === before + 2);
    idle.socket.pause();
    let told = 0;
    // The kernel buffers some megabytes per connection, which this test must fill first.
    for (let batch = 0; batch < 60 && (await openStreams()) > before + 1; batch += 1) {
      await happen(workspaceId, ...Array.from({ length: 1_000 }, () => changed(crypto.randomUUID())));
      told += 1_000;
      await eventually(() => staying.changes().length >= told, PATIENCE_MS);
    }
    expect(await openStreams()).toBe(before + 1);
    expect(staying.changes().length).toBe(told);
  }, 120_000);
});
