import { symbols } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "../log.ts";
import {
  currentRequestId,
  currentRequestContext,
  withoutRequestContext,
  withRequestContext,
  readRequestContext,
  requestIdOf,
  traceparentOf,
  requestContextText,
} from "./request-context.ts";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const OWN = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
  log.level = "silent";
  vi.restoreAllMocks();
});

test.each(["req-1", "a", "A.b_c:d-9", "0195f5a0-1111-7222-8333-444455556666", "x".repeat(128)])(
  "a request keeps the id that it brings: %s",
  (id) => {
    expect(requestIdOf(id)).toBe(id);
  },
);

test.each([undefined, "", " a", "a b", "-a", "a\nb", 'a"b', "ä", "a%0a", "x".repeat(129), ["a", "b"]])(
  "one that brings none, or none that may stand in a log, is given one: %j",
  (header) => {
    expect(requestIdOf(header)).toMatch(OWN);
  },
);

test.each([
  [TRACEPARENT, TRACEPARENT],
  ["00-00000000000000000000000000000000-b7ad6b7169203331-01", null],
  ["00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", null],
  ["01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", null],
  [`${TRACEPARENT} `, null],
  [undefined, null],
])("traceparent %s is read as %s", (header, expected) => {
  expect(traceparentOf(header)).toBe(expected);
});

test.each([
  [null, null],
  [{ requestId: "r-1", traceparent: null }, "r-1"],
  [{ requestId: "r-1", traceparent: TRACEPARENT }, `r-1 ${TRACEPARENT}`],
  [{ requestId: null, traceparent: TRACEPARENT }, `- ${TRACEPARENT}`],
])("%j is stored as %j, and read again", (context, text) => {
  expect(withRequestContext(context, requestContextText)).toBe(text);
  expect(readRequestContext(text)).toEqual(context);
});

test("what begins in a request context stays in it, and what serves many leaves it", async () => {
  const context = { requestId: "r-2", traceparent: null };
  await withRequestContext(context, async () => {
    await new Promise(setImmediate);
    expect(currentRequestContext()).toBe(context);
    expect(currentRequestId()).toBe("r-2");
    await withoutRequestContext(async () => {
      await new Promise(setImmediate);
      expect(currentRequestContext()).toBeNull();
    });
  });
  expect(currentRequestContext()).toBeNull();
  expect(currentRequestId()).toMatch(OWN);
});

test("every line of the log says the request, and the trace where there is one", () => {
  const { write } = { write: vi.fn<(line: string) => void>() };
  const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[symbols.streamSym];
  if (!stream) throw new Error("the log writes nowhere");
  vi.spyOn(stream, "write").mockImplementation(write);
  log.level = "info";
  withRequestContext({ requestId: "r-3", traceparent: TRACEPARENT }, () => log.info({ messageId: "m" }, "one"));
  withRequestContext({ requestId: "r-4", traceparent: null }, () => log.info("two"));
  log.info("three");
  const lines = write.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ msg, requestId, traceId, messageId }) => ({ msg, requestId, traceId, messageId }))).toEqual([
    { msg: "one", requestId: "r-3", traceId: "0af7651916cd43dd8448eb211c80319c", messageId: "m" },
    { msg: "two", requestId: "r-4" },
    { msg: "three" },
  ]);
});
