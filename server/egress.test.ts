// @own-process: the outbound guard keeps OUTBOUND_ALLOW for the life of the process.
import { inEnglish } from "./say.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSiteDoor } from "./assistants/knowledge/site-door.ts";
import { guardedFetch } from "./assistants/providers/guarded-fetch.ts";
import { fetchReplyFile } from "./assistants/turns/fetch-reply-file.ts";
import { customAdapter } from "./channels/custom/adapter.ts";
import { fetchMedia } from "./media/copy-media.ts";
import { REFUSED_ADDRESS } from "./safe-address.ts";
import { createSafeFetch } from "./safe-fetch.ts";
import { api } from "./testing/api.ts";
import { createTestMember, createTestWorkspace } from "./testing/factories.ts";
import { forbiddenAddresses } from "./testing/forbidden-addresses.ts";
import { startNameServer } from "./testing/name-server.ts";
import { OUTGOING } from "./testing/outgoing.ts";
import { openPicture } from "./uploads/remote-picture.ts";

// Reliability bars 48 and 49: every field that takes an address, with every spelling, at save and at send. No private
// address may pass.
process.env.OUTBOUND_ALLOW = "";

const listeners: Server[] = [];
let connections = 0;
let port = 0;
let urls: string[];
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let person: Awaited<ReturnType<typeof createTestMember>>;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  person = await createTestMember(workspace.workspaceId, "ADMIN");
  const listen = async (host: string, at: number) => {
    const server = createServer((_, response) => response.end("secret"));
    server.on("connection", () => connections++);
    await new Promise<void>((ready) => server.listen(at, host, ready));
    listeners.push(server);
    return (server.address() as AddressInfo).port;
  };
  port = await listen("127.0.0.1", 0);
  await listen("::1", port);
  urls = forbiddenAddresses(port);
});
afterEach(() => expect(connections).toBe(0));
afterAll(() => listeners.forEach((server) => server.close()));

/** The possible errors for a refused address: the guard's sentence, or one about the form of the address. */
const AT_SAVE = new RegExp(
  `^(?:[\\w.]+: )?(?:${inEnglish(REFUSED_ADDRESS)}|(?:url|endpoint) must be an? (?:http or https )?address.*|must begin with http:// or https://|url must not be empty|endpoint is required|must be an address)$`,
);

const CREATE_AI = "mutation ($input: AICreateInput!) { createAi(input: $input) { id } }";
const ai = (type: string, integrationProperties: (url: string) => unknown) => ({
  document: CREATE_AI,
  path: "/bot/gq" as const,
  input: (url: string) => ({ name: "A", type, integrationProperties: integrationProperties(url) }),
});

const FIELDS: Record<string, { document: string; path?: "/bot/gq"; input: (url: string) => Record<string, unknown> }> =
  {
    "a webhook's url": {
      document: "mutation ($input: WebhookCreateInput!) { createWebhook(input: $input) { id } }",
      input: (url) => ({ label: "A", url, event: "ANY_EVENT" }),
    },
    "a custom channel's endpoint": {
      document: "mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }",
      input: (endpoint) => ({
        name: "A",
        type: "CUSTOM",
        integrationProperties: { endpoint, validateToken: "v", accessToken: "a", externalId: "e" },
      }),
    },
    "a custom assistant's endpoint": ai("custom", (endpoint) => ({ endpoint })),
    "a model server's baseUrl": ai("provider_a", (baseUrl) => ({ apiKey: "sk-1", model: "m", baseUrl })),
    "a site of an assistant's sources": ai("builtIn", (url) => ({ sources: [{ kind: "site", url }] })),
    "a browser's push service": {
      document: "mutation ($input: PushSubscriptionSaveInput!) { savePushSubscription(input: $input) { timeZone } }",
      input: (endpoint) => ({ endpoint, p256dh: "", auth: "", timeZone: "Europe/Berlin" }),
    },
  };

describe("an address that may not be reached is refused when it is saved", () => {
  test.each(Object.entries(FIELDS))("as %s, in every spelling", async (_, { document, path, input }) => {
    expect(urls.length).toBeGreaterThanOrEqual(60);
    const caller = api({ token: person.token }, workspace.workspaceId, path);
    const answers = await Promise.all(
      urls.map(async (url) => ({ url, ...(await caller.refusal(document, input(url))) })),
    );
    const others = answers.filter(({ code, message }) => code !== "BAD_INPUT" || !AT_SAVE.test(message));
    expect(others).toEqual([]);
  });
});

describe("an address that was saved all the same is not reached when something is sent", () => {
  const signal = new AbortController().signal;
  const WAYS: Record<string, (url: string) => Promise<unknown>> = {
    "a custom channel's endpoint": (endpoint) =>
      customAdapter.send(OUTGOING, { endpoint, validateToken: "v", accessToken: "a", externalId: "e" }, signal),
    "a client's file": (url) =>
      fetchMedia(
        "CUSTOM",
        {},
        { type: "image", id: null, url, mimeType: null, fileName: null, caption: null },
        1,
        signal,
      ),
    "a file of an assistant's answer": (url) =>
      fetchReplyFile(workspace.ctx, { type: "CUSTOM" }, { type: "document", url }, 5_000, signal),
    "a picture of a message": (url) => openPicture(workspace.ctx, url, "photo"),
    "a page of a site": async (text) => {
      const url = URL.parse(text);
      return url ? createSiteDoor(workspace.workspaceId, 0).get({ url }, () => true) : "no address";
    },
    "a model server": (url) => guardedFetch({ operatorsOrigin: null, signal })(url, { method: "POST", body: "{}" }),
  };

  test.each(Object.entries(WAYS))("as %s", async (_, ask) => {
    const outcomes = await Promise.allSettled(urls.map((url) => ask(url)));
    // Whichever URL passed, no response may come from the listener.
    expect(JSON.stringify(outcomes)).not.toContain("secret");
    expect(connections).toBe(0);
  });
});

describe("names of a server that says something else each time", () => {
  const LOOPBACK = "127.0.0.1";
  /** Stands for a public address: it passes the guard, and nothing listens there. */
  const PUBLIC = "127.0.0.9";

  test.each<[string, (turn: number) => string[]]>([
    ["first public, then loopback", (turn) => [turn % 2 === 0 ? PUBLIC : LOOPBACK]],
    ["both at once", () => [PUBLIC, LOOPBACK]],
    ["both at once, loopback first", () => [LOOPBACK, PUBLIC]],
  ])("%s: 1,000 tries reach loopback never", async (_, answer) => {
    let turn = 0;
    const names = await startNameServer({ addresses: () => answer(turn++) });
    const safe = createSafeFetch({ allow: [PUBLIC], lookup: names.lookup });
    try {
      let kinds: string[] = [];
      for (let at = 0; at < 1_000; at += 20) {
        const tries = Array.from({ length: 20 }, async (_, no) => {
          const url = `http://n${at + no}.rebind.example:${port}/`;
          // Public when saved, private when sent: the two lookups return different addresses.
          await safe.assertPublicUrl(url).catch(() => undefined);
          return (await safe.fetch({ url, method: "GET", headers: {} })).kind;
        });
        kinds = kinds.concat(await Promise.all(tries));
      }
      expect(names.asked()).toBeGreaterThanOrEqual(2_000);
      expect(kinds).toHaveLength(1_000);
      expect(kinds).not.toContain("answer");
      expect(kinds).toContain("refused-address");
    } finally {
      names.stop();
      await safe.close();
    }
  });
});
