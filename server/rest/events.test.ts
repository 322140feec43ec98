// @own-process: the live stream follows one database for the life of the process.
import { afterEach, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { announceEphemeral } from "../events/ephemeral.ts";
import type { NewEvent } from "../events/events.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { logShown } from "../testing/log-shown.ts";
import { eventually } from "../testing/receiver.ts";
import { MOST_STREAMS } from "./live-readers.ts";
import { askApp } from "../testing/ask-app.ts";

/** Events wait for all older transactions of the database server, including those of tests that run in parallel. */
const PATIENCE_MS = 15_000;

type Line = { id?: string; event?: string; data?: { name?: string; convId?: string; gone?: boolean; cursor?: string } };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});

/** A stream reader like a browser. Collects what arrives until it is closed. */
async function listen(workspaceId: number, authorization: string, more: { cursor?: string; after?: string } = {}) {
  const aborting = new AbortController();
  const query = `workspaceId=${workspaceId}${more.after ? `&after=${more.after}` : ""}`;
  const headers = { authorization, ...(more.cursor ? { "last-event-id": more.cursor } : {}) };
  const response = await askApp(
    new Request(`http://localhost:3000/events?${query}`, { headers, signal: aborting.signal }),
  );
  const lines: Line[] = [];
  const state = { ended: false };
  const reading = (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) lines.push(parse(block));
    }
    state.ended = true;
  })();
  const stream = {
    response,
    lines,
    state,
    changes: () => lines.filter(({ event }) => event === "change"),
    ready: () =>
      eventually(
        () => lines.some(({ event }) => event === "ready"),
        5_000,
        () => "not ready",
      ),
    cursor: () => lines.findLast(({ id }) => id)?.id ?? "",
    close: async () => {
      aborting.abort();
      await reading;
    },
  };
  open.push(stream);
  return stream;
}

function parse(block: string): Line {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data = field("data");
  return { id: field("id"), event: field("event"), ...(data ? { data: JSON.parse(data) as Line["data"] } : {}) };
}

function happen(workspaceId: number, ...list: NewEvent[]): Promise<void> {
  return inTransaction(testCtx(workspaceId), (tx) => emit(tx, ...list));
}

const said = (convId: string, assigneeId: string | null = null): NewEvent => ({
  name: "INCOMING_MESSAGE",
  payload: { content: "secret words" },
  convId,
  clientId: crypto.randomUUID(),
  messageId: crypto.randomUUID(),
  assigneeId,
});

describe("GET /events", () => {
  test("is refused without credentials, for a foreign workspace, and without a workspace", async () => {
    const [own, foreign] = [await createTestWorkspace(), await createTestWorkspace()];
    const ask = async (query: string, headers: Record<string, string>) => {
      const response = await askApp(new Request(`http://localhost:3000/events${query}`, { headers }));
      return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
    };
    const authorization = own.apiKey;
    expect(await ask(`?workspaceId=${own.workspaceId}`, {})).toEqual([401, "Invalid API key"]);
    expect(await ask(`?workspaceId=${own.workspaceId}`, { authorization: "Bearer nonsense" })).toEqual([
      401,
      "Your token is invalid or expired",
    ]);
    expect(await ask("", { authorization })).toEqual([
      400,
      "Your request does not have workspaceId in GraphQL variables",
    ]);
    const [status] = await ask(`?workspaceId=${foreign.workspaceId}`, { authorization });
    expect(status).toBe(403);
    const member = await createTestMember(own.workspaceId, "AGENT");
    const crossSite = { authorization: `Bearer ${member.token}`, origin: "https://evil.example" };
    expect((await ask(`?workspaceId=${own.workspaceId}`, crossSite))[0]).toBe(403);
  });

  test("tells that a client is writing to those who see the conversation, without an id, and keeps nothing of it", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    const [owners, anas, bens] = [
      await listen(workspaceId, apiKey),
      await listen(workspaceId, `Bearer ${ana.token}`),
      await listen(workspaceId, `Bearer ${ben.token}`),
    ];
    for (const stream of [owners, anas, bens]) await stream.ready();
    const convId = crypto.randomUUID();
    const typing = {
      workspaceId,
      convId,
      assigneeId: ana.agentId,
      kind: "typing",
      name: "Maria",
      isTyping: true,
    } as const;
    announceEphemeral({ ...typing, from: "client" });
    announceEphemeral({ ...typing, from: "agent" });
    announceEphemeral({ ...typing, from: "client", isTyping: false, assigneeId: null });
    const heard = (stream: typeof owners) => stream.lines.filter(({ event }) => event === "typing");
    const line = (isTyping: boolean) => ({ id: undefined, event: "typing", data: { convId, isTyping } });
    await eventually(() => [owners, anas, bens].every((stream) => heard(stream).length > 0));
    expect(heard(owners)).toEqual([line(true), line(false)]);
    expect(heard(anas)).toEqual([line(true), line(false)]);
    expect(heard(bens)).toEqual([line(false)]);
    const late = await listen(workspaceId, apiKey, { cursor: owners.cursor() });
    await late.ready();
    expect(heard(late)).toEqual([]);
  });

  test("tells colleagues who is at a conversation, and an agent alone what is their own; neither is kept", async () => {
    const { workspaceId } = await createTestWorkspace();
    const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    const [anas, bens] = [
      await listen(workspaceId, `Bearer ${ana.token}`),
      await listen(workspaceId, `Bearer ${ben.token}`),
    ];
    for (const stream of [anas, bens]) await stream.ready();
    const convId = crypto.randomUUID();
    const anaIs = {
      workspaceId,
      convId,
      assigneeId: null,
      kind: "presence",
      agentId: ana.agentId,
      name: "Ana",
    } as const;
    announceEphemeral({ ...anaIs, state: "typing" });
    announceEphemeral({ workspaceId, kind: "own", agentId: ana.agentId, what: "draft", convId });
    const heard = (stream: typeof anas) => stream.lines.filter(({ event }) => event === "presence" || event === "own");
    await eventually(() => [anas, bens].every((stream) => heard(stream).length > 0));
    expect(heard(bens)).toEqual([
      { id: undefined, event: "presence", data: { convId, agentId: ana.agentId, name: "Ana", state: "typing" } },
    ]);
    expect(heard(anas)).toEqual([{ id: undefined, event: "own", data: { what: "draft", convId } }]);
  });

  test("a key has two thousand streams at once and a workspace five thousand, also where they come together", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const { ofKey, ofWorkspace } = MOST_STREAMS;
    const keys = [
      apiKey,
      ...(await Promise.all([1, 2, 3].map(() => createTestAgentKey(workspaceId)))).map(({ key }) => key),
    ];
    const leave = new AbortController();
    const ask = (key: string, signal: AbortSignal) =>
      askApp(
        new Request(`http://localhost:3000/events?workspaceId=${workspaceId}`, {
          headers: { authorization: key },
          signal,
        }),
      );
    const taken = async (key: string, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask(key, leave.signal)));
      return answers.filter(({ status }) => status === 200).length;
    };
    try {
      const [first = "", second = "", third = "", last = ""] = keys;
      const one = new AbortController();
      expect((await ask(first, one.signal)).status).toBe(200);
      expect(await taken(first, ofKey + 50)).toBe(ofKey - 1);
      expect(await taken(second, ofKey)).toBe(ofKey);
      expect(await taken(third, ofKey)).toBe(ofWorkspace - 2 * ofKey);
      const refused = await ask(last, leave.signal);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
      expect(await refused.text()).toContain(`Your workspace has ${ofWorkspace} live streams open`);
      const other = await createTestWorkspace();
      await (await listen(other.workspaceId, other.apiKey)).ready();
      expect((await ask(first, leave.signal)).status).toBe(429);
      one.abort();
      expect((await ask(first, leave.signal)).status).toBe(200);
    } finally {
      leave.abort();
    }
  });

  test("tells ids of what happens, as it happens, and never text; other workspaces are silent", async () => {
    const [own, foreign] = [await createTestWorkspace(), await createTestWorkspace()];
    const stream = await listen(own.workspaceId, own.apiKey);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    await stream.ready();
    const event = said(crypto.randomUUID());
    await happen(foreign.workspaceId, said(crypto.randomUUID()));
    await happen(own.workspaceId, event, {
      name: "MESSAGE_UPDATED_SMPP",
      payload: { message_id: "m", status: "ENROUTE" },
    });
    await eventually(() => stream.changes().length > 0, PATIENCE_MS);
    const { convId, clientId, messageId } = event;
    expect(stream.changes().map(({ data }) => data)).toEqual([
      { name: "INCOMING_MESSAGE", convId, clientId, messageId, gone: false },
    ]);
  });

  test("begins where the reader left off, by header or by parameter", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const first = await listen(workspaceId, apiKey);
    await first.ready();
    await happen(workspaceId, { name: "CLIENT_CHANGED" });
    await eventually(() => first.changes().length === 1, PATIENCE_MS);
    await first.close();
    const names = ["CONV_CHANGED", "MESSAGE_CHANGED", "WORKSPACE_CHANGED"] as const;
    for (const name of names) await happen(workspaceId, { name });
    for (const more of [{ cursor: first.cursor() }, { after: first.cursor() }]) {
      const again = await listen(workspaceId, apiKey, more);
      await again.ready();
      await eventually(() => again.changes().length === names.length, PATIENCE_MS);
      await happen(workspaceId, { name: "CLIENT_CHANGED" });
      await eventually(() => again.changes().length > names.length, PATIENCE_MS);
      expect(again.changes().map(({ data }) => data?.name)).toEqual([...names, "CLIENT_CHANGED"]);
      await again.close();
      await database().event.deleteMany({ where: { workspaceId, name: "CLIENT_CHANGED" } });
    }
  });

  test("says reset to a reader that is too far behind, or comes from elsewhere", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const first = await listen(workspaceId, apiKey);
    await first.ready();
    await first.close();
    const watcher = await listen(workspaceId, apiKey);
    for (let i = 0; i < 3; i++)
      await happen(workspaceId, ...Array.from({ length: 700 }, (): NewEvent => ({ name: "CLIENT_CHANGED" })));
    await eventually(() => watcher.changes().length === 2_100, PATIENCE_MS);
    const elsewhere = Buffer.from(`${2n ** 60n} 1`).toString("base64url");
    for (const cursor of [first.cursor(), "nonsense", elsewhere]) {
      const stream = await listen(workspaceId, apiKey, { cursor });
      await stream.ready();
      expect(stream.lines.map(({ event }) => event)).toEqual(["reset", "ready"]);
      await stream.close();
    }
  });

  test("tells an agent of their own and nobody's conversations, and of those that have just gone", async () => {
    const { workspaceId, apiKey } = await createTestWorkspace();
    const [mine, other] = [await createTestAgentKey(workspaceId, "Mia"), await createTestAgentKey(workspaceId, "Otto")];
    const conv = {
      own: crypto.randomUUID(),
      free: crypto.randomUUID(),
      foreign: crypto.randomUUID(),
      taken: crypto.randomUUID(),
    };
    const [agent, all] = [await listen(workspaceId, mine.key), await listen(workspaceId, apiKey)];
    await Promise.all([agent.ready(), all.ready()]);
    await happen(
      workspaceId,
      said(conv.own, mine.agentId),
      said(conv.free),
      said(conv.foreign, other.agentId),
      { name: "CONV_CHANGED", convId: conv.own, assigneeId: other.agentId, prevAssigneeId: mine.agentId },
      { name: "CONV_CHANGED", convId: conv.taken, assigneeId: other.agentId, prevAssigneeId: null },
      { name: "CONV_CHANGED", convId: conv.foreign, assigneeId: other.agentId, prevAssigneeId: other.agentId },
      { name: "CONV_CHANGED", convId: conv.foreign, assigneeId: mine.agentId, prevAssigneeId: other.agentId },
    );
    // The events for the new keys may arrive late while parallel tests hold the log back.
    const told = (stream: typeof agent) => stream.changes().filter(({ data }) => data?.name !== "WORKSPACE_CHANGED");
    await eventually(() => told(all).length === 7 && told(agent).length === 5, PATIENCE_MS);
    expect(told(agent).map(({ data }) => [data?.convId, data?.gone])).toEqual([
      [conv.own, false],
      [conv.free, false],
      [conv.own, true],
      [conv.taken, true],
      [conv.foreign, false],
    ]);
    expect(told(all).every(({ data }) => data?.gone === false)).toBe(true);
  });

  test("shows the agent as online, and ends when the session is revoked", async () => {
    const { workspaceId } = await createTestWorkspace();
    const member = await createTestMember(workspaceId, "AGENT");
    const stream = await listen(workspaceId, `Bearer ${member.token}`);
    await stream.ready();
    const agent = await database().agent.findFirstOrThrow({ where: { id: member.agentId } });
    expect(Date.now() - (agent.lastSeenAt?.getTime() ?? 0)).toBeLessThan(5_000);
    await database().session.updateMany({ where: { userId: member.userId }, data: { revokedAt: new Date() } });
    await eventually(
      () => stream.state.ended,
      8_000,
      () => "the stream stayed open",
    );
  });

  test("ends soon after the key it was opened with is deleted; the stream of another key goes on", async () => {
    const { workspaceId, api } = await createTestWorkspace();
    const [gone, kept] = [await createTestAgentKey(workspaceId), await createTestAgentKey(workspaceId)];
    const [ending, staying] = [await listen(workspaceId, gone.key), await listen(workspaceId, kept.key)];
    await Promise.all([ending.ready(), staying.ready()]);
    await api.ok(`mutation ($input: ApiKeyDeleteInput!) { deleteApiKey(input: $input) { id } }`, { id: gone.keyId });
    await logShown();
    await eventually(
      () => ending.state.ended,
      // Less than the interval of the regular access check.
      4_000,
      () => "the stream stayed open",
    );
    expect(staying.state.ended).toBe(false);
  });
});
