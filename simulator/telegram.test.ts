import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "./telegram.ts";
import { newTelegramFile } from "./telegram-files.ts";

const TOKEN = "7:good";
const ADDRESS = "https://desk.example/x";
let telegram: TelegramStandIn;

beforeAll(async () => {
  telegram = await startTelegram();
});
afterAll(() => telegram.stop());
beforeEach(() => {
  telegram.addBot({ token: TOKEN, firstName: "Shop", username: "shop_bot" });
  telegram.start(42);
});

type Answer = { ok: boolean; result?: unknown; error_code?: number; description?: string };
async function call(method: string, parameters: Record<string, unknown> = {}, token = TOKEN): Promise<Answer> {
  const response = await fetch(`${telegram.url}/bot${token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
  });
  return (await response.json()) as Answer;
}

describe("files", () => {
  const pathOf = async (file_id: string) => {
    const { result } = await call("getFile", { file_id });
    return (result as { file_path: string }).file_path;
  };

  test("lie behind the token of a bot, at a path that getFile names", async () => {
    const { file_id } = telegram.addFile(Buffer.from("bytes"), "a.jpg");
    const path = await pathOf(file_id);
    expect(await (await fetch(`${telegram.url}/file/bot${TOKEN}/${path}`)).text()).toBe("bytes");
    expect((await fetch(`${telegram.url}/file/bot8:bad/${path}`)).status).toBe(401);
    expect((await fetch(`${telegram.url}/file/bot${TOKEN}/files/none`)).status).toBe(404);
    expect(telegram.downloads).toEqual([path, "files/none"]);
  });

  test("that lie at an address of this machine are read when they are asked for", async () => {
    const { file_id: source } = telegram.addFile(Buffer.from("from elsewhere"), "b.pdf");
    const { file_id } = newTelegramFile(`${telegram.url}/file/bot${TOKEN}/${await pathOf(source)}`);
    const response = await fetch(`${telegram.url}/file/bot${TOKEN}/${await pathOf(file_id)}`);
    expect(await response.text()).toBe("from elsewhere");
  });

  test("over 20 MB are too big, and unknown ones invalid", async () => {
    const { file_id } = telegram.addFile(Buffer.alloc(1), "a.mp4", { size: 20 * 1024 * 1024 + 1 });
    expect(await call("getFile", { file_id })).toMatchObject({ description: "Bad Request: file is too big" });
    expect(await call("getFile", { file_id: "none" })).toMatchObject({ description: "Bad Request: invalid file_id" });
  });
});

describe("updates", () => {
  const subscribe = (more: Record<string, unknown>) => call("setWebhook", { url: ADDRESS, secret_token: "s", ...more });
  const kinds = ["message", "edited_message", "callback_query", "my_chat_member", "message_reaction"];
  const wanted = () =>
    kinds.filter((kind) => {
      try {
        return telegram.update(TOKEN, { [kind]: {} });
      } catch {
        return false;
      }
    });

  test("are those that were asked for; without a list, all but reactions; a list that is left out stays", async () => {
    await subscribe({});
    expect(wanted()).toEqual(kinds.slice(0, 4));
    await subscribe({ allowed_updates: ["message_reaction"] });
    expect(wanted()).toEqual(["message_reaction"]);
    await subscribe({});
    expect(wanted()).toEqual(["message_reaction"]);
    expect(await subscribe({ allowed_updates: ["messages"] })).toMatchObject({ ok: false, error_code: 400 });
  });

  test("come one in each request, numbered, under the secret", async () => {
    await subscribe({});
    const [first, second] = [1, 2].map((n) => telegram.update(TOKEN, { message: { text: String(n) } }));
    expect(first?.headers["x-telegram-bot-api-secret-token"]).toBe("s");
    const numbers = [first, second].map(
      (update) => (JSON.parse(update?.body ?? "") as { update_id: number }).update_id,
    );
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  test("that could not be brought show in getWebhookInfo until the webhook is set anew", async () => {
    await subscribe({ allowed_updates: ["message"] });
    telegram.holdBack(TOKEN, { pending: 3, error: "Connection refused" });
    expect((await call("getWebhookInfo")).result).toEqual({
      url: ADDRESS,
      has_custom_certificate: false,
      pending_update_count: 3,
      last_error_date: expect.any(Number) as number,
      last_error_message: "Connection refused",
      allowed_updates: ["message"],
    });
    await subscribe({});
    expect((await call("getWebhookInfo")).result).toMatchObject({ pending_update_count: 0 });
    await call("deleteWebhook");
    expect((await call("getWebhookInfo")).result).toMatchObject({ url: "" });
  });
});

test.each<[string, string, Record<string, unknown>, string]>([
  [
    "a reaction that is on no list",
    "setMessageReaction",
    { message_id: 1, reaction: [emoji("🧩")] },
    "REACTION_INVALID",
  ],
  [
    "two reactions of a bot's",
    "setMessageReaction",
    { message_id: 1, reaction: [emoji("👍"), emoji("🔥")] },
    "REACTIONS_TOO_MANY",
  ],
  [
    "a document by an address that is no PDF, ZIP or GIF",
    "sendDocument",
    { document: "https://cdn.example/a.docx" },
    "wrong type of the web page content",
  ],
  [
    "a caption that is too long",
    "sendPhoto",
    { photo: "https://cdn.example/a.jpg", caption: "x".repeat(1_025) },
    "caption",
  ],
  ["a misspelt name", "sendPhoto", { photo: "https://cdn.example/a.jpg", captoin: "x" }, "captoin"],
  ["an action that is none", "sendChatAction", { action: "sleeping" }, "action"],
])("refuses %s", async (_, method, parameters, words) => {
  const answer = await call(method, { chat_id: 42, ...parameters });
  expect(answer).toMatchObject({ ok: false, error_code: 400 });
  expect(answer.description).toContain(words);
});

test("what is sent comes back as the message that it became", async () => {
  const photo = "https://cdn.example/a.jpg";
  expect((await call("sendPhoto", { chat_id: 42, photo, caption: "Look" })).result).toMatchObject({
    message_id: expect.any(Number) as number,
    chat: { id: 42, type: "private" },
    from: { is_bot: true, username: "shop_bot" },
    photo: [newTelegramFile(photo)],
    caption: "Look",
  });
  expect((await call("setMessageReaction", { chat_id: 42, message_id: 1, reaction: [emoji("❤")] })).result).toBe(true);
});

function emoji(character: string): Record<string, unknown> {
  return { type: "emoji", emoji: character };
}
