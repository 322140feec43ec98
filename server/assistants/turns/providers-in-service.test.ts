import { afterEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { startAnswering } from "../../work/handlers/answer-turns.ts";
import type { WorkPool } from "../../work/pool.ts";
import { createAssistantScene, TIME_SCALE } from "../../testing/assistant.ts";
import { startReceiver, type Receiver } from "../../testing/receiver.ts";

let worker: WorkPool | null = null;
let provider: Receiver | null = null;
afterEach(async () => {
  await worker?.stop(0);
  await provider?.close();
});

/** A provider of this type that gives this answer to everything, and a worker as in production. */
async function serving(answer: (status: (code: number) => void) => unknown) {
  provider = await startReceiver((_, response) => {
    const body = answer((code) => void (response.statusCode = code));
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });
  worker = startAnswering(20, { timeScale: TIME_SCALE });
  return provider;
}

const completion = (content: string) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-test",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content, refusal: null } }],
  usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
});

describe("provider_a", () => {
  const scene = (url: string) =>
    createAssistantScene({ properties: { baseUrl: new URL("/v1", url).href, instructions: "Be kind." } });

  test("its reply is sent, and what it cost is kept", async () => {
    const { url, received } = await serving(() => completion("On its way."));
    const { customer, answered, thread } = await scene(url);
    const { conversationId: convId } = await customer.text("maria", "Where is my order?");
    const [answer] = await answered(convId);
    expect(await thread(convId)).toEqual(["On its way."]);
    expect(answer).toMatchObject({ outcome: "answered", promptTokens: 11, completionTokens: 5, versionNumber: 1 });
    expect(answer?.durationMs).toBeGreaterThan(0);
    expect(JSON.stringify(answer?.details)).not.toContain("sk-test");
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      model: "gpt-test",
      messages: [{ content: "Be kind." }, { role: "user", content: "Where is my order?" }],
    });
  });

  test("#HANDOVER# in its reply: the text first, then a person has the conversation", async () => {
    const { url } = await serving(() => completion("I will ask a colleague. #HANDOVER#"));
    const { customer, answered, thread, conv } = await scene(url);
    const { conversationId: convId } = await customer.text("maria", "I want my money back");
    expect(await answered(convId)).toMatchObject([{ outcome: "handedOver" }]);
    const [text, note] = await thread(convId);
    expect(text).toBe("I will ask a colleague.");
    expect(note).toMatch(/^\[Handed over to the team, because it asked for a person/);
    expect(await conv(convId)).toMatchObject({ aiId: null, ended: false, needsResponse: false });
  });

  test("#END# in its reply: the text first, then the conversation is ended by SYSTEM, and told", async () => {
    const { url } = await serving(() => completion("Goodbye!\n#END#"));
    const { customer, answered, thread, conv } = await scene(url);
    const { conversationId: convId } = await customer.text("maria", "Thanks, bye");
    expect(await answered(convId)).toMatchObject([{ outcome: "ended" }]);
    expect(await thread(convId)).toEqual(["Goodbye!", "[Ended by the assistant Otto]"]);
    expect(await conv(convId)).toMatchObject({ ended: true, endedBy: "SYSTEM" });
    const events = await database().event.findMany({ where: { convId, name: "ENDING_CONV" } });
    expect(events).toHaveLength(1);
    expect(events[0]?.payload).toMatchObject({ event: "ENDING_CONV", content: "Goodbye!", isAgent: true });
  });

  test("a key that is refused: handed over at once, in words that hold no key", async () => {
    const { url, received } = await serving((status) => {
      status(401);
      return { error: { message: "Incorrect API key provided: sk-test-0123456789", type: "invalid_request_error" } };
    });
    const { customer, answered, thread } = await scene(url);
    const { conversationId: convId } = await customer.text("maria", "Hello");
    expect(await answered(convId)).toMatchObject([{ outcome: "handedOver", attempts: 1 }]);
    expect(received).toHaveLength(1);
    const [note] = await thread(convId);
    expect(note).toMatch(/refused the key/);
    expect(note).not.toContain("0123456789");
  });
});

describe("custom", () => {
  test("its endpoint is told the conversation under one key for all tries, and its tags are applied", async () => {
    let calls = 0;
    const { url, received } = await serving((status) => {
      calls += 1;
      if (calls === 1) status(503);
      return calls === 1 ? {} : { content: "It is blue.", tags: ["colour"] };
    });
    const scene = await createAssistantScene({ type: "custom", properties: { endpoint: url } });
    const { conversationId: convId } = await scene.customer.text("maria", "Which colour is it?");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered", attempts: 2 }]);
    expect(await scene.conv(convId)).toMatchObject({ tags: ["colour"] });
    expect(new Set(received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({
      convId,
      messages: [{ role: "client", type: "text", content: "Which colour is it?" }],
    });
  });

  const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

  test("its documentUrl is fetched by us, and the client gets our copy", async () => {
    const files = await startReceiver((_, response) => response.end(PDF));
    const documentUrl = new URL("/prices.pdf?token=secret", files.url).href;
    const { url } = await serving(() => ({ content: "The prices.", documentUrl }));
    const scene = await createAssistantScene({ type: "custom", properties: { endpoint: url } });
    const { conversationId: convId } = await scene.customer.text("maria", "The price list, please");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered" }]);
    const sent = await database().message.findMany({ where: { convId, isAgent: true }, orderBy: { seq: "asc" } });
    expect(sent).toMatchObject([{ type: "text", content: "The prices." }, { type: "document" }]);
    expect(sent[1]?.content).toMatch(new RegExp(`/uploads/${scene.workspaceId}/[0-9a-f]{32}\\.pdf$`));
    expect(files.received.map(({ path }) => path)).toEqual(["/prices.pdf?token=secret"]);
    await files.close();
  });

  test.each<[string, (files: Receiver) => string, RegExp]>([
    ["is gone", (files) => new URL("/gone", files.url).href, /^its file could not be sent: its server answered 404$/],
    ["breaks off", (files) => new URL("/broken", files.url).href, /^its file could not be sent: /],
    ["is empty", (files) => new URL("/empty", files.url).href, /^its file could not be sent: it is empty$/],
    [
      "is too large",
      (files) => new URL("/large", files.url).href,
      /^its file could not be sent: .* more than \d+ MiB$/,
    ],
    [
      "leads to a private address",
      (files) => new URL("/inside", files.url).href,
      /^its file could not be sent: .*address/i,
    ],
    [
      "is at a private address",
      () => "http://169.254.169.254/latest/meta-data",
      /^its file could not be sent: .*address/i,
    ],
  ])("a documentUrl whose file %s: a person takes over, and is told why", async (_, documentUrlOf, why) => {
    const files = await startReceiver(({ path }, response) => {
      if (path === "/broken")
        response.writeHead(200, { "content-length": 100 }).write("%PDF", () => response.destroy());
      else if (path === "/empty") response.end();
      else if (path === "/large") response.writeHead(200, { "content-length": 200 * 1024 * 1024 }).write("%PDF");
      else if (path === "/inside") response.writeHead(302, { location: "http://10.0.0.1/a.pdf" }).end();
      else response.writeHead(404).end();
    });
    const { url } = await serving(() => ({ documentUrl: documentUrlOf(files) }));
    const scene = await createAssistantScene({ type: "custom", properties: { endpoint: url } });
    const { conversationId: convId } = await scene.customer.text("maria", "The price list, please");
    const [answer] = await scene.answered(convId);
    expect(answer).toMatchObject({ outcome: "handedOver", reason: expect.stringMatching(why) });
    expect(await scene.thread(convId)).toEqual([`[Handed over to the team, because ${answer?.reason}]`]);
    expect(await scene.conv(convId)).toMatchObject({ aiId: null, ended: false });
    // No channel has to fetch anything itself.
    expect(await database().message.count({ where: { convId, type: "document" } })).toBe(0);
    await files.close();
  });
});
