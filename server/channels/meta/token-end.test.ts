import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startReceiver, type Receiver } from "../../testing/receiver.ts";
import { tokenEnd } from "./token-end.ts";

const SECRET = "0123456789abcdef";
let meta: Receiver;
let status: number;
let said: unknown;

beforeAll(async () => {
  meta = await startReceiver((_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  });
  process.env.META_GRAPH_URL = new URL(meta.url).origin;
});
afterAll(() => meta.close());
beforeEach(() => {
  status = 200;
});

test.each([
  ["an end", 1_800_000_000, new Date("2027-01-15T08:00:00Z")],
  ["that there is none", 0, null],
])("Meta names %s", async (_, expires_at, expected) => {
  said = { data: { is_valid: true, expires_at } };
  expect(await tokenEnd({ accessToken: "EAAG-p", appId: "77", appSecret: SECRET })).toEqual(expected);
});

test("the app is asked where its id is known, else the token about itself", async () => {
  said = { data: { expires_at: 0 } };
  meta.received.length = 0;
  await tokenEnd({ accessToken: "EAAG-p", appId: "77", appSecret: SECRET });
  await tokenEnd({ accessToken: "EAAG-p", appSecret: SECRET });
  expect(meta.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    [expect.stringMatching(/\/debug_token\?input_token=EAAG-p$/), `Bearer 77|${SECRET}`],
    [expect.stringMatching(/\/debug_token\?input_token=EAAG-p$/), "Bearer EAAG-p"],
  ]);
});

test.each([
  ["refuses", 400, { error: { message: "(#100) no", code: 100 } }],
  ["is away", 503, { error: { message: "later", code: 2 } }],
  ["answers something else", 200, { data: {} }],
])("nothing is known where Meta %s", async (_, code, body) => {
  status = code;
  said = body;
  expect(await tokenEnd({ accessToken: "EAAG-p", appSecret: SECRET })).toBeUndefined();
});
