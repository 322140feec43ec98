// @own-process: the live stream follows one database for as long as the process lives.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pool } from "../db.ts";
import { announceEphemeral, onEphemeral } from "../events/ephemeral.ts";
import { logShown } from "../testing/log-shown.ts";
import { webchatScene } from "../testing/webchat-scene.ts";
import { createTestWebchat } from "../testing/webchat.ts";

const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId status } }`;

const scene = webchatScene();
const { base, browser, listen, closeLast, convOf, reply, endConv, statusOf } = scene;
let workspace: ReturnType<typeof scene.place>["workspace"];
let integrationId: string;
beforeEach(() => void ({ workspace, integrationId } = scene.place()));

describe("an open stream", () => {
  test("brings an agent's answer at once and marks it delivered; the visitor's report marks it read", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const stream = await listen(visitor);
    const id = await reply("How can I help?");
    const { data } = await stream.until(({ event }) => event === "message");
    expect(data).toMatchObject({ id, content: "How can I help?", from: "service", status: "delivered" });
    await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe("delivered");
    expect((await visitor.post("read", { upToId: id })).status).toBe(204);
    await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe("read");
    const read = await stream.until(({ event, data: told }) => event === "message" && told.status === "read");
    expect(read.data.id).toBe(id);
  });

  test("that was opened before the first message hears of it, of the answer, of the end and of the next conversation", async () => {
    const visitor = browser();
    await visitor.session();
    const stream = await listen(visitor);
    await visitor.text("Hello");
    await stream.until(({ event, data }) => event === "message" && data.content === "Hello");
    await reply("Hi");
    await stream.until(({ event, data }) => event === "message" && data.content === "Hi");
    await endConv();
    await stream.until(({ event }) => event === "ended");
    await visitor.text("One more thing");
    await stream.until(({ event, data }) => event === "message" && data.content === "One more thing");
    expect(stream.texts()).toEqual(["Hello", "Hi", "One more thing"]);
    expect(JSON.stringify(stream.events)).not.toContain(`"type":"note"`);
  });

  test("that comes back gets exactly what was said meanwhile, by its last id or by `after`, in order", async () => {
    const visitor = browser();
    await visitor.session();
    const cursor = (await visitor.messages()).cursor;
    const first = await listen(visitor, cursor);
    await visitor.text("1");
    await reply("2");
    await first.until(({ data }) => data.content === "2");
    const lastId = first.lastId();
    await first.close();
    await reply("3");
    await visitor.text("4");
    await endConv();
    await visitor.text("5");
    await reply("6");
    const second = await listen(visitor, cursor, lastId);
    expect(second.texts()).toEqual(["3", "4", "5", "6"]);
    await reply("7");
    await second.until(({ data }) => data.content === "7");
    await second.close();
    // From the beginning: every message, once.
    const third = await listen(visitor, cursor);
    expect(third.texts()).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    await third.close();
    // Up to date, so nothing is sent.
    const fourth = await listen(visitor, (await visitor.messages()).cursor);
    await new Promise((wait) => setTimeout(wait, 300));
    expect(fourth.texts()).toEqual([]);
    // An invalid cursor counts as "from now on".
    const fifth = await listen(visitor, "nonsense");
    expect(fifth.texts()).toEqual([]);
  });

  test("loses nothing of a busy conversation across thirty reconnections", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("0");
    let { cursor } = await visitor.messages();
    const seen: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let number = 1; number <= 60; number++) await reply(String(number));
      isWriting = false;
    })();
    for (let round = 0; round < 30 || isWriting; round++) {
      const stream = await visitor.listen(cursor);
      await new Promise((wait) => setTimeout(wait, 20));
      await stream.close();
      seen.push(...stream.texts());
      cursor = stream.lastId() || cursor;
      if (round > 100) throw new Error("the writer does not end");
    }
    await writing;
    seen.push(...(await visitor.messages(`?after=${cursor}&limit=100`)).messages.map(({ content }) => content));
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(index + 1)));
  });

  test("shows the visitor that an agent has read what they wrote", async () => {
    const visitor = browser();
    await visitor.session();
    const { id } = await visitor.text("Seen?");
    await logShown();
    const stream = await listen(visitor);
    const markRead = async () =>
      workspace.api.ok(`mutation ($input: ConvReadInput!) { markConvRead(input: $input) { id } }`, {
        convId: (await convOf()).id,
      });
    await markRead();
    const { data } = await stream.until(({ event }) => event === "message");
    expect(data).toMatchObject({ id, status: "read" });
    const lastId = stream.lastId();
    await stream.close();
    const next = await visitor.text("And this?");
    await markRead();
    const back = await listen(visitor, undefined, lastId);
    expect(
      back.events.filter(({ event }) => event === "message").map(({ data: told }) => [told.id, told.status]),
    ).toEqual([[next.id, "read"]]);
    expect((await visitor.messages()).messages.map(({ status }) => status)).toEqual(["read", "read"]);
  });

  test("tells who is typing, both ways, and never a note", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const stream = await listen(visitor);
    const conv = await convOf();
    const heard: unknown[] = [];
    const stop = onEphemeral(workspace.workspaceId, (news) => heard.push(news));
    const { workspaceId } = workspace;
    const agent = {
      workspaceId,
      convId: conv.id,
      assigneeId: null,
      kind: "typing",
      from: "agent",
      isTyping: true,
    } as const;
    announceEphemeral({ ...agent, name: "Mia" });
    announceEphemeral({ ...agent, convId: randomUUID(), name: "Elsewhere" });
    announceEphemeral({ ...agent, name: "mia@example.com" });
    await expect
      .poll(() => stream.events.filter(({ event }) => event === "typing").map(({ data }) => data), { timeout: 10_000 })
      .toEqual([
        { isTyping: true, name: "Mia" },
        { isTyping: true, name: null },
      ]);
    for (let time = 0; time < 4; time++) expect((await visitor.post("typing", { isTyping: true })).status).toBe(204);
    await expect
      .poll(() => heard.filter((news) => (news as { from: string }).from === "client"), { timeout: 10_000 })
      .toHaveLength(1);
    stop();
    await workspace.api.ok(SEND, {
      integrationId,
      convId: conv.id,
      type: "note",
      noteType: "internal",
      content: "psst",
    });
    await reply("Loud");
    await stream.until(({ data }) => data.content === "Loud");
    expect(stream.texts()).toEqual(["Loud"]);
  });

  test("opens with a ticket once, in time, on its own channel; three windows at most", async () => {
    const visitor = browser();
    await visitor.session();
    const ticket = await visitor.ticket();
    // The ticket is part of an address, so its content must not be readable.
    expect(
      ticket
        .split(".")
        .map((part) => Buffer.from(part, "base64url").toString())
        .join(),
    ).not.toContain("anon-");
    const at = (text: string, id = integrationId) =>
      fetch(`${base()}/ext/v1/webchat/${id}/events?ticket=${text}`).then(async (response) => {
        await response.body?.cancel();
        return response.status;
      });
    const statuses = await Promise.all(Array.from({ length: 8 }, () => at(ticket)));
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
    const other = await createTestWebchat(workspace.workspaceId);
    expect(await at(await visitor.ticket(), other.integrationId)).toBe(401);
    expect(await at("")).toBe(401);
    expect(await at(visitor.token)).toBe(401);
    expect((await visitor.post("ticket", { padding: "x".repeat(64 * 1024) })).status).toBe(413);
    await listen(visitor);
    await listen(visitor);
    await listen(visitor);
    await expect(visitor.listen()).rejects.toThrow("429");
    await closeLast();
    await expect.poll(async () => at(await visitor.ticket()), { timeout: 10_000 }).toBe(200);
  });

  test("costs no query of its own when something happens to others, or to the workspace", async () => {
    const STREAMS = 40;
    const writer = browser();
    await writer.session();
    await writer.text("Hello");
    for (let number = 0; number < STREAMS; number++) {
      const visitor = browser();
      await visitor.session();
      if (number % 2 === 0) await visitor.text("Hi");
      await listen(visitor);
    }
    // The visitor's own messages are sent to them too.
    await logShown();
    await new Promise((wait) => setTimeout(wait, 500));
    const queries = vi.spyOn(pool(), "query");
    const made = () =>
      queries.mock.calls
        .map(([query]) => (typeof query === "string" ? query : (query as { text: string }).text))
        .filter((text) => !text.includes("pg_snapshot_xmin"));
    await writer.text("One more");
    const stranger = browser();
    await stranger.session();
    await stranger.text("First time here");
    await logShown();
    await new Promise((wait) => setTimeout(wait, 500));
    // Visitors who write and connect cause some twenty queries. One per stream would be forty more.
    expect(made().length).toBeLessThan(STREAMS);
    queries.mockClear();
    await workspace.api.ok(
      `mutation ($input: WebchatSettingsPatchInput!) { patchWebchatSettings(input: $input) { title } }`,
      { integrationId, settings: { title: "Shop" } },
    );
    await logShown();
    await new Promise((wait) => setTimeout(wait, 3_500));
    expect(made().length).toBeLessThan(STREAMS);
    expect(made().filter((text) => text.includes("disabled")).length).toBeGreaterThan(0);
    queries.mockRestore();
  });

  test("ends when its channel is switched off", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const stream = await listen(visitor);
    await workspace.api.ok(
      `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { state } }`,
      { id: integrationId, state: "disabled" },
    );
    await logShown();
    await Promise.race([
      stream.over(),
      new Promise((_, refuse) => setTimeout(() => refuse(new Error("it goes on")), 6_000)),
    ]);
  });

  test("ends when its channel is switched off while others look for an earlier change", async () => {
    // Each stream checks 1 to 3 s after the change, and reuses another's result from the last second: here the result of the first
    // ones.
    const streams = [];
    for (let number = 0; number < 16; number++) {
      const visitor = browser();
      await visitor.session();
      streams.push(await listen(visitor));
    }
    await workspace.api.ok(
      `mutation ($input: WebchatSettingsPatchInput!) { patchWebchatSettings(input: $input) { title } }`,
      { integrationId, settings: { title: "Shop" } },
    );
    await new Promise((wait) => setTimeout(wait, 1_400));
    await workspace.api.ok(
      `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { state } }`,
      { id: integrationId, state: "disabled" },
    );
    await logShown();
    await Promise.race([
      Promise.all(streams.map((stream) => stream.over())),
      new Promise((_, refuse) => setTimeout(() => refuse(new Error("some go on")), 9_000)),
    ]);
  });
});
