// @own-process: stopping a server makes the process drain.
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { handleDoor, routes } from "./app.ts";
import { ensureWebchat } from "../cli/build-webchat.ts";
import { env } from "../env.ts";
import { startHttpServer } from "./serve.ts";
import { log } from "../log.ts";
import { isHangUp } from "./hang-up.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

// Callers disconnect every day. An error in the log would page someone.

let server: Awaited<ReturnType<typeof startHttpServer>>;
let apiKey: string;
let workspaceId: number;
let integrationId: string;

beforeAll(async () => {
  env().DRAIN_SECONDS = 0;
  await ensureWebchat();
  ({ apiKey, workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
    if (!handleDoor(request, response)) response.writeHead(404).end();
  });
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

/** A path with its parameters filled in, valid ones where they are easy to get. */
function pathOf(address: string): string {
  const values: Record<string, string> = {
    workspaceId: String(workspaceId),
    integrationId: address.includes("/custom/") ? integrationId : randomUUID(),
    type: "telegram",
    action: "session",
    of: "messages",
    fileName: "x.png",
    nextauth: "csrf",
  };
  const path = address.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => values[name] ?? randomUUID());
  return `${path}?workspaceId=${workspaceId}`;
}

const places = routes.all.flatMap(({ address, doors }) =>
  [...doors.keys()].map((method) => [`${method} ${address}`, method, address] as const),
);

/** Sends the text and disconnects a moment later. */
async function hangUp(text: string, ms: number): Promise<void> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise<void>((sent) => socket.write(text, () => sent()));
  await new Promise((wait) => setTimeout(wait, ms));
  socket.resetAndDestroy();
}

test.each(places)("%s", async (_, method, address) => {
  const error = vi.spyOn(log, "error");
  const warn = vi.spyOn(log, "warn");
  const who = [
    `authorization: ${apiKey}`,
    `x-workspace-id: ${workspaceId}`,
    "x-validate-token: validate-me",
    "content-type: application/json",
    "accept: application/json, text/event-stream",
  ].join("\r\n");
  const start = `${method} ${pathOf(address)} HTTP/1.1\r\nhost: x\r\n${who}\r\n`;
  const takesBody = !["GET", "OPTIONS"].includes(method);
  const query = JSON.stringify({ query: "{ __typename }" });
  for (const ms of [0, 5, 40]) {
    if (!takesBody) await hangUp(`${start}\r\n`, ms);
    else {
      await hangUp(`${start}content-length: 1000\r\n\r\n${query}`, ms);
      await hangUp(`${start}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, ms);
      await hangUp(`${start}content-length: ${query.length}\r\n\r\n${query}`, ms);
    }
  }
  await new Promise((wait) => setTimeout(wait, 150));
  expect([...error.mock.calls, ...warn.mock.calls]).toEqual([]);
});

test("an error that is no hang-up stays a fault, also when the caller has left", () => {
  const gone = { destroyed: true } as ServerResponse;
  const there = { destroyed: false } as ServerResponse;
  const reset = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  expect(isHangUp(reset, gone)).toBe(true);
  expect(isHangUp(new DOMException("left", "AbortError"), gone)).toBe(true);
  expect(isHangUp(reset, there)).toBe(false);
  expect(isHangUp(new TypeError("a fault"), gone)).toBe(false);
});
