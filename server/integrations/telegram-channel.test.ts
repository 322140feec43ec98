import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { database } from "../db.ts";
import { createTestAgentKey, createTestWorkspace } from "../testing/factories.ts";
import { credentialsOf } from "./access.ts";

const FIELDS = "id name identifier type state ingressUrl lastError lastErrorAt";
const CREATE = `mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { ${FIELDS} } }`;
const CREDENTIALS = `mutation ($input: IntegrationCredentialsPatchInput!) { patchIntegrationCredentials(input: $input) { ${FIELDS} } }`;
const STATE = `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { ${FIELDS} } }`;

type Channel = { id: string; identifier: string; state: string; ingressUrl: string; lastError: string | null };

let telegram: TelegramStandIn;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let api: typeof workspace.api;
let token: string;
let username: string;

beforeAll(async () => {
  telegram = await startTelegram();
  process.env.TELEGRAM_API_URL = telegram.url;
  process.env.APP_URL = "https://desk.example";
});
afterAll(() => telegram.stop());

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ api } = workspace);
  ({ token, username } = bot());
});

function bot(firstName = "Shop") {
  const id = randomInt(1_000_000, 2 ** 40);
  const made = telegram.addBot({ token: `${id}:AAH-channel`, firstName, username: `shop_${id}_bot` });
  return { token: made.token, username: made.username ?? "", bot: made };
}

const create = (accessToken = token, name = "Telegram") =>
  api.ok<Channel>(CREATE, { name, type: "TELEGRAM", integrationProperties: { accessToken } });
const refusal = (integrationProperties: unknown) =>
  api.refusal(CREATE, { name: "Telegram", type: "TELEGRAM", integrationProperties });
const channels = () => database().integration.count({ where: { workspaceId: workspace.workspaceId } });

test("is created with its token alone: identifier, address, the webhook at Telegram; the token in no answer", async () => {
  const shop = bot();
  const channel = await create(shop.token);
  expect(channel).toEqual({
    id: channel.id,
    name: "Telegram",
    identifier: shop.username,
    type: "TELEGRAM",
    state: "active",
    ingressUrl: `https://desk.example/ext/v1/incoming/telegram/${channel.id}`,
    lastError: null,
    lastErrorAt: null,
  });
  expect(shop.bot.webhook).toEqual({
    url: channel.ingressUrl,
    secret_token: expect.stringMatching(/^[\w-]{43}$/),
    allowed_updates: expect.arrayContaining(["message", "callback_query"]),
  });
  const row = await database().integration.findFirstOrThrow({ where: { id: channel.id } });
  expect(await credentialsOf(row)).toEqual({ accessToken: shop.token });
  const records = await database().auditEntry.findMany({ where: { targetId: channel.id } });
  expect(JSON.stringify([channel, row, records])).not.toContain(shop.token);
});

test("a token that Telegram refuses is told at its property, and nothing is stored", async () => {
  expect(await refusal({ accessToken: "1234567:AAH-unknown" })).toEqual({
    code: "BAD_INPUT",
    message: "Telegram does not accept this token; copy it again from @BotFather",
    paths: ["input.integrationProperties.accessToken"],
  });
  for (const properties of [{}, { accessToken: "" }, { accessToken: "no token" }, { accessToken: 5 }]) {
    expect(await refusal(properties)).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.integrationProperties.accessToken"],
    });
  }
  expect(await refusal({ accessToken: token, endpoint: "https://x.example" })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.integrationProperties"],
  });
  expect(await channels()).toBe(0);
});

test("a provider that is away is PROVIDER_ERROR, and nothing is stored", async () => {
  telegram.failNext({ status: 502, description: "Bad Gateway" }, "getMe");
  expect(await refusal({ accessToken: token })).toMatchObject({
    code: "PROVIDER_ERROR",
    message: "The provider could not be asked; try again later. Bad Gateway",
  });
  telegram.failNext("drop", "getMe");
  expect((await refusal({ accessToken: token })).code).toBe("PROVIDER_ERROR");
  expect(await channels()).toBe(0);
});

test("a webhook that Telegram refuses leaves a channel that can send and says why nothing comes in; switching it on repeats it", async () => {
  telegram.failNext({ status: 400, description: "Bad Request: bad webhook: Failed to resolve host" }, "setWebhook");
  const channel = await create();
  expect(channel).toMatchObject({
    state: "active",
    lastError: "Messages do not come in: Telegram says: bad webhook: Failed to resolve host",
    lastErrorAt: expect.any(String),
  });
  expect(await api.ok(STATE, { id: channel.id, state: "active" })).toMatchObject({
    lastError: null,
    lastErrorAt: null,
  });
  expect(telegram.calls.at(-1)).toMatchObject({ method: "setWebhook", parameters: { url: channel.ingressUrl } });
  const before = telegram.calls.length;
  expect(await api.ok(STATE, { id: channel.id, state: "disabled" })).toMatchObject({ state: "disabled" });
  expect(telegram.calls.length).toBe(before);
});

test("a bot is one channel of a workspace: the second is CONFLICT, two at once make one", async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      api.call(CREATE, { name: "Telegram", type: "TELEGRAM", integrationProperties: { accessToken: token } }),
    ),
  );
  expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  expect(await channels()).toBe(1);
  expect(await refusal({ accessToken: token })).toEqual({
    code: "CONFLICT",
    message: `${username} is connected already: it is the channel Telegram`,
    paths: [],
  });
  const other = bot();
  const second = await create(other.token, "Second");
  expect((await api.refusal(CREDENTIALS, { id: second.id, integrationProperties: { accessToken: token } })).code).toBe(
    "CONFLICT",
  );
});

test("a new token is tried before it is kept, names the bot anew, and registers the webhook with another secret", async () => {
  const channel = await create();
  expect(
    await api.refusal(CREDENTIALS, { id: channel.id, integrationProperties: { accessToken: "1:unknown" } }),
  ).toMatchObject({ code: "BAD_INPUT", paths: ["input.integrationProperties.accessToken"] });
  const renewed = bot("Renewed");
  await database().integration.updateMany({ where: { id: channel.id }, data: { state: "error", lastError: "401" } });
  expect(
    await api.ok(CREDENTIALS, { id: channel.id, integrationProperties: { accessToken: renewed.token } }),
  ).toMatchObject({ id: channel.id, identifier: renewed.username, state: "active", lastError: null });
  const [first, second] = telegram.calls
    .filter(({ method, parameters }) => method === "setWebhook" && parameters.url === channel.ingressUrl)
    .map(({ parameters }) => parameters.secret_token);
  expect(second).toEqual(expect.any(String));
  expect(second).not.toBe(first);
});

test("is refused below admin, before Telegram is asked", async () => {
  const agent = await createTestAgentKey(workspace.workspaceId);
  const before = telegram.calls.length;
  expect(
    await agent.api.refusal(CREATE, { name: "x", type: "TELEGRAM", integrationProperties: { accessToken: token } }),
  ).toMatchObject({
    code: "FORBIDDEN_ROLE",
    message: "You do not have permission to access this resource with your current role assignment",
  });
  expect(telegram.calls.length).toBe(before);
});
