import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "./graph.ts";
import { startTelegram, type TelegramStandIn } from "./telegram.ts";

describe("the Graph API's templates", () => {
  let graph: GraphStandIn;
  beforeAll(async () => {
    graph = await startGraph();
    const template = (i: number) => ({
      id: String(i),
      name: `t${i}`,
      language: "en",
      status: "APPROVED",
      category: "UTILITY",
      components: [],
    });
    graph.addAccount(
      "waba",
      "good",
      Array.from({ length: 5 }, (_, i) => template(i)),
    );
    graph.addAccount("other", "theirs", []);
  });
  afterAll(() => graph.stop());

  const get = async (path: string, token = "good") => {
    const response = await fetch(`${graph.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return {
      status: response.status,
      body: (await response.json()) as { data?: Record<string, unknown>[]; paging?: { cursors: { after: string } } },
    };
  };

  test("come in pages along cursors, with the fields that were asked for, and the last page names no next", async () => {
    const first = await get("/v25.0/waba/message_templates?limit=3&fields=name");
    expect(first.body).toMatchObject({
      data: [
        { id: "0", name: "t0" },
        { id: "1", name: "t1" },
        { id: "2", name: "t2" },
      ],
      paging: { next: expect.stringContaining("never-call-this") },
    });
    expect(Object.keys(first.body.data?.[0] ?? {})).toEqual(["id", "name"]);
    const last = await get(`/v25.0/waba/message_templates?limit=3&after=${first.body.paging?.cursors.after}`);
    expect(last.body).toMatchObject({ data: [{ id: "3" }, { id: "4" }] });
    expect(last.body.paging).not.toHaveProperty("next");
    expect((await get("/v25.0/other/message_templates", "theirs")).body).toEqual({ data: [] });
  });

  test.each([
    ["a token that is none", "/v25.0/waba/message_templates", "bad", 401, 190],
    ["somebody else's token", "/v25.0/waba/message_templates", "theirs", 400, 100],
    ["an account that is not there", "/v25.0/none/message_templates", "good", 400, 100],
    ["a field that is none", "/v25.0/waba/message_templates?fields=id,nmae", "good", 400, 100],
    ["a path without version", "/waba/message_templates", "good", 400, 2500],
  ])("refuses %s as Meta does", async (_, path, token, status, code) => {
    expect(await get(path, token)).toMatchObject({ status, body: { error: { type: "OAuthException", code } } });
  });

  test("fails as it is told, once", async () => {
    graph.failNext(500, "<html>");
    expect((await fetch(`${graph.url}/v25.0/waba/message_templates`)).headers.get("content-type")).toBe("text/html");
    graph.dropNext();
    await expect(fetch(`${graph.url}/v25.0/waba/message_templates`)).rejects.toThrow();
    expect((await get("/v25.0/waba/message_templates")).status).toBe(200);
  });
});

describe("the Bot API", () => {
  let telegram: TelegramStandIn;
  beforeAll(async () => {
    telegram = await startTelegram();
    telegram.addBot({ token: "7:good", firstName: "Shop" });
    telegram.start(42);
    telegram.block(43);
  });
  afterAll(() => telegram.stop());

  const call = async (method: string, parameters: Record<string, unknown> = {}, token = "7:good") => {
    const response = await fetch(`${telegram.url}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parameters),
    });
    const body = (await response.json()) as {
      ok: boolean;
      error_code?: number;
      description?: string;
      result?: unknown;
    };
    // The envelope's code equals the HTTP status.
    expect(body.ok ? 200 : body.error_code).toBe(response.status);
    return body;
  };

  test("answers a send with the message, whose ids grow", async () => {
    const ids = [];
    for (const text of ["one", "two"]) {
      const { result } = await call("sendMessage", { chat_id: 42, text });
      expect(result).toMatchObject({ chat: { id: 42, type: "private" }, from: { id: 7, is_bot: true } });
      ids.push((result as { message_id: number }).message_id);
    }
    expect((ids[1] ?? 0) - (ids[0] ?? 0)).toBe(1);
  });

  test.each<[string, string, Record<string, unknown>, number, string]>([
    ["an unknown method", "sendEverything", {}, 404, "Not Found"],
    ["a misspelt parameter", "sendMessage", { chat_id: 42, txt: "x" }, 400, "text"],
    ["an empty text", "sendMessage", { chat_id: 42, text: " " }, 400, "text"],
    ["a text too long", "sendMessage", { chat_id: 42, text: "x".repeat(4_097) }, 400, "text"],
    ["a photo that is no address", "sendPhoto", { chat_id: 42, photo: "a.jpg" }, 400, "photo"],
    ["a chat that nobody started", "sendMessage", { chat_id: 1, text: "x" }, 400, "chat not found"],
    ["a user who blocked it", "sendMessage", { chat_id: 43, text: "x" }, 403, "bot was blocked by the user"],
    ["a webhook without https", "setWebhook", { url: "http://desk.example/x" }, 400, "HTTPS"],
    [
      "a secret of other characters",
      "setWebhook",
      { url: "https://desk.example/x", secret_token: "ä" },
      400,
      "secret_token",
    ],
  ])("refuses %s", async (_, method, parameters, status, words) => {
    expect(await call(method, parameters)).toMatchObject({
      ok: false,
      error_code: status,
      description: expect.stringContaining(words),
    });
  });

  test("knows its bots by their tokens only", async () => {
    expect(await call("getMe", {}, "7:bad")).toEqual({ ok: false, error_code: 401, description: "Unauthorized" });
    expect((await call("getMe")).result).toEqual({ id: 7, is_bot: true, first_name: "Shop" });
  });

  test("brings updates with the secret, of the kinds that were asked for", async () => {
    await call("setWebhook", { url: "https://desk.example/x", secret_token: "s", allowed_updates: ["message"] });
    const update = telegram.update("7:good", { message: { text: "Hi" } });
    expect(update).toMatchObject({
      url: "https://desk.example/x",
      headers: { "x-telegram-bot-api-secret-token": "s" },
    });
    expect(JSON.parse(update.body)).toEqual({ update_id: expect.any(Number), message: { text: "Hi" } });
    expect(() => telegram.update("7:good", { poll: {} })).toThrow("does not want updates of kind poll");
    await call("deleteWebhook");
    expect(() => telegram.update("7:good", { message: {} })).toThrow("no webhook");
  });

  test("asks to wait, for the method that is told", async () => {
    telegram.failNext({ status: 429, description: "Too Many Requests: retry after 3", retryAfter: 3 }, "sendMessage");
    expect((await call("getMe")).ok).toBe(true);
    expect(await call("sendMessage", { chat_id: 42, text: "x" })).toMatchObject({
      error_code: 429,
      parameters: { retry_after: 3 },
    });
    expect((await call("sendMessage", { chat_id: 42, text: "x" })).ok).toBe(true);
  });
});
