import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureWebchat } from "../cli/build-webchat.ts";
import { openDoors } from "../testing/doors.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";
import { routes } from "./app.ts";

/**
 * Every endpoint gets the same calls on node:http and through the Fetch function that Next calls. Both must respond alike,
 * so that the product behaves the same under plain `next start`.
 */

const ID = "00000000-0000-4000-8000-000000000000";
const JSON_TYPE = { "content-type": "application/json" };

let workspaceId: number;
let apiKey: string;
let integrationId: string;

let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  await ensureWebchat();
  ({ workspaceId, apiKey } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ port, close } = await openDoors());
});
afterAll(() => close());

function pathOf(address: string): string {
  const values: Record<string, string> = {
    workspaceId: String(workspaceId),
    integrationId,
    type: "telegram",
    action: "session",
    of: "messages",
    fileName: "none.png",
    file: "graphql.js",
    nextauth: "providers",
  };
  return address.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => values[name] ?? ID);
}

type Init = { method: string; headers?: Record<string, string>; body?: string };

/** The calls to an endpoint: anonymous and with a key, with valid and invalid bodies. */
function calls(method: string): [string, Init][] {
  const who = { authorization: apiKey, "x-workspace-id": String(workspaceId), "x-validate-token": "validate-me" };
  if (method === "GET" || method === "OPTIONS")
    return [
      ["a stranger", { method }],
      ["a key", { method, headers: who }],
    ];
  return [
    ["a stranger", { method, headers: JSON_TYPE, body: "{}" }],
    ["a key", { method, headers: { ...JSON_TYPE, ...who }, body: "{}" }],
    ["a key with half a body", { method, headers: { ...JSON_TYPE, ...who }, body: '{"query":"{ __typename' }],
    ["a key with text", { method, headers: { "content-type": "text/plain", ...who }, body: "x" }],
    ["a key without a body", { method, headers: who }],
    ["a key with 5 MiB", { method, headers: { ...JSON_TYPE, ...who }, body: "x".repeat(5 * 1024 * 1024) }],
  ];
}

describe.each(routes.all.map(({ address, doors }) => [address, [...doors.keys()]] as const))(
  "%s",
  (address, methods) => {
    test.each(methods)("%s", async (method) => {
      const base = `http://127.0.0.1:${port}`;
      for (const [what, init] of calls(method)) {
        const url = `${base}${pathOf(address)}?workspaceId=${workspaceId}`;
        const leave = new AbortController();
        const onNode = await fetch(url, { ...init, redirect: "manual", signal: leave.signal });
        const { body = "" } = init;
        const length: Record<string, string> = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
        const headers = { ...init.headers, ...length, host: `127.0.0.1:${port}` };
        const throughFetch = await askApp(new Request(url, { ...init, headers, signal: leave.signal }));
        expect([what, await seen(onNode)]).toEqual([what, await seen(throughFetch)]);
        leave.abort();
      }
    });
  },
);

/** The parts of a response to compare. For a live stream only the head. IDs of unexpected errors differ each time. */
async function seen(response: Response) {
  const type = response.headers.get("content-type");
  const isLive = type?.startsWith("text/event-stream") ?? false;
  const text = isLive ? "" : await response.text();
  return {
    status: response.status,
    type,
    allowed: response.headers.get("access-control-allow-origin"),
    cached: response.headers.get("cache-control"),
    body: text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
      .replaceAll(/[0-9a-f]{64}/g, "TOKEN")
      .replaceAll(/nonce[-=]"?[\w-]{24}/g, "NONCE"),
  };
}

test("a method that an address does not take is 405, says which it takes, and in the address's form", async () => {
  const ask = async (method: string, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [answer.status, answer.headers.get("allow"), (await answer.json()) as unknown];
  };
  const words = (methods: string) => ({ code: "BAD_INPUT", message: `This address takes ${methods}` });
  expect(await ask("POST", "/readyz")).toEqual([405, "GET, HEAD", { error: words("GET") }]);
  expect(await ask("GET", "/core/v1/messages")).toEqual([405, "POST", { error: words("POST") }]);
  const { message, ...extensions } = words("POST");
  expect(await ask("PUT", "/core/gq")).toEqual([405, "POST", { errors: [{ message, extensions }] }]);
});
