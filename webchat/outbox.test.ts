import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "./api.ts";
import { createOutbox } from "./outbox.ts";
import type { Pending } from "./protocol.ts";

const pending = (clientMessageId: string): Pending => ({
  clientMessageId,
  type: "text",
  content: clientMessageId,
  fileName: null,
  replyToId: null,
  createdAt: "2026-03-02T09:00:00Z",
  failure: null,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers each message as the test says, and storage that outlives the page. */
function setUp(answers: Record<string, (ApiError | null)[]>, initial: Pending[] = []) {
  const arrived: string[] = [];
  const kept = new Map(initial.map((item) => [item.clientMessageId, item]));
  let items: Pending[] = initial;
  const send = async ({ clientMessageId }: Pending) => {
    await Promise.resolve();
    const answer = answers[clientMessageId]?.shift() ?? null;
    if (answer) throw answer;
    arrived.push(clientMessageId);
  };
  const outbox = createOutbox({
    initial,
    send,
    keep: (item) => kept.set(item.clientMessageId, item),
    drop: (id) => kept.delete(id),
    onChange: (next) => (items = next),
  });
  return { outbox, arrived, kept, items: () => items };
}

const away = () => new ApiError(0, "no network");

describe("outbox", () => {
  test("sends in the order of writing, and keeps nothing that has arrived", async () => {
    const { outbox, arrived, kept, items } = setUp({});
    for (const id of ["a", "b", "c"]) outbox.add(pending(id));
    expect([...kept.keys()]).toEqual(["a", "b", "c"]);
    await vi.runAllTimersAsync();
    expect(arrived).toEqual(["a", "b", "c"]);
    expect([kept.size, items().length]).toEqual([0, 0]);
  });

  test("tries again for as long as there is no answer, and holds the order", async () => {
    const { outbox, arrived } = setUp({ a: [away(), away(), new ApiError(503, ""), new ApiError(429, "")] });
    outbox.add(pending("a"));
    outbox.add(pending("b"));
    await vi.runAllTimersAsync();
    expect(arrived).toEqual(["a", "b"]);
  });

  test("waits as long as the server asks", async () => {
    const { outbox, arrived } = setUp({ a: [new ApiError(429, "", 20)] });
    outbox.add(pending("a"));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(arrived).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(arrived).toEqual(["a"]);
  });

  test("goes on at once when the network is back", async () => {
    const { outbox, arrived } = setUp({ a: Array.from({ length: 9 }, away) });
    outbox.add(pending("a"));
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await vi.advanceTimersByTimeAsync(0);
      outbox.wake();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(arrived).toEqual(["a"]);
  });

  test("a refused message stays with its reason and does not hold up the next; tried again, it is the newest", async () => {
    const { outbox, arrived, kept, items } = setUp({ a: [new ApiError(422, "too long")] });
    outbox.add(pending("a"));
    outbox.add(pending("b"));
    await vi.runAllTimersAsync();
    expect(arrived).toEqual(["b"]);
    expect(items().map(({ clientMessageId, failure }) => [clientMessageId, failure])).toEqual([["a", "too long"]]);
    expect(kept.get("a")?.failure).toBe("too long");
    outbox.retry("a");
    await vi.runAllTimersAsync();
    expect([arrived, kept.size]).toEqual([["b", "a"], 0]);
  });

  test("what an earlier visit left is sent under the same id; what was refused waits to be asked for", async () => {
    const left = [{ ...pending("refused"), failure: "too long" }, pending("left")];
    const { arrived, items } = setUp({}, left);
    await vi.runAllTimersAsync();
    expect(arrived).toEqual(["left"]);
    expect(items().map(({ clientMessageId }) => clientMessageId)).toEqual(["refused"]);
  });

  test("what was taken back while it waited is not sent", async () => {
    const { outbox, arrived } = setUp({ a: [away()] });
    outbox.add(pending("a"));
    await vi.advanceTimersByTimeAsync(0);
    outbox.remove("a");
    await vi.runAllTimersAsync();
    expect(arrived).toEqual([]);
  });
});
