// @own-process: stopping a server makes the process drain.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { addressOf } from "../auth/address.ts";
import { settleAddress } from "./client-address.ts";
import { env } from "../env.ts";
import { startHttpServer } from "./serve.ts";

const none: string[] = [];
afterEach(() => {
  env().TRUSTED_PROXIES = none;
});

/** The caller's address as the server determines it. */
function settled(peer: string, proxies: string[], headers: Record<string, string>): Headers {
  env().TRUSTED_PROXIES = proxies;
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  settleAddress(request);
  return new Headers(request.headers as Record<string, string>);
}

describe("whose x-forwarded-for is believed", () => {
  test.each<[string, string, string[], string | undefined, string]>([
    ["nobody's by default", "198.51.100.7", [], "203.0.113.9", "198.51.100.7"],
    ["a proxy's of ours", "10.0.0.2", ["10.0.0.0/8"], "203.0.113.9", "203.0.113.9"],
    [
      "only what our proxy added, not what came with the request",
      "10.0.0.2",
      ["10.0.0.0/8"],
      "1.1.1.1, 203.0.113.9",
      "203.0.113.9",
    ],
    ["through two of ours", "10.0.0.2", ["10.0.0.0/8"], "1.1.1.1, 203.0.113.9, 10.0.0.3", "203.0.113.9"],
    ["the first of the chain where all are ours", "10.0.0.2", ["10.0.0.0/8"], "10.0.0.9, 10.0.0.3", "10.0.0.9"],
    ["the proxy's own where it says nothing", "10.0.0.2", ["10.0.0.0/8"], undefined, "10.0.0.2"],
    ["the proxy's own where it says nonsense", "10.0.0.2", ["10.0.0.0/8"], "unknown", "10.0.0.2"],
    ["an IPv4 address in IPv6 clothes", "::ffff:10.0.0.2", ["10.0.0.0/8"], "::ffff:203.0.113.9", "203.0.113.9"],
    ["one address without a range", "::1", ["::1"], "[2001:db8::1]:443", "2001:db8::1"],
    ["with a port", "10.0.0.2", ["10.0.0.2"], "203.0.113.9:5123", "203.0.113.9"],
    ["not a neighbour's of the proxy", "10.0.0.3", ["10.0.0.2"], "203.0.113.9", "10.0.0.3"],
  ])("%s", (_, peer, proxies, header, expected) => {
    expect(addressOf(settled(peer, proxies, header === undefined ? {} : { "x-forwarded-for": header }))).toBe(expected);
  });

  test("a host or a protocol that a stranger says it was asked under is taken away; a proxy's stays", () => {
    const said = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-real-ip": "1.1.1.1",
      forwarded: "for=1.1.1.1",
    };
    expect([...settled("198.51.100.7", [], said).keys()]).toEqual(["x-forwarded-for"]);
    expect(settled("10.0.0.2", ["10.0.0.2"], said).get("x-forwarded-proto")).toBe("https");
  });
});

test("every request of the HTTP server carries the socket's address, whatever it says itself", async () => {
  env().DRAIN_SECONDS = 0;
  const server = await startHttpServer({ port: 0, host: "127.0.0.1" }, (request, response) => {
    response.end(request.headers["x-forwarded-for"]);
  });
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(await answer.text()).toBe("127.0.0.1");
  await server.stop();
});
