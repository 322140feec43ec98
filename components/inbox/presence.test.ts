import { beforeEach, describe, expect, test, vi } from "vitest";
import { createPresenceStore, NOBODY } from "./presence-store.ts";
import { createPresenceNotifier } from "./presence-notifier.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("who is at a conversation", () => {
  const open = () => {
    const store = createPresenceStore(Date.now, (work, ms) => setTimeout(work, ms));
    const told = vi.fn();
    store.subscribe(told);
    const hear = (name: string, state: "viewing" | "typing" | "left", convId = "a") =>
      store.hear({ convId, agentId: `agent-${name}`, name, state });
    const names = () => [store.of("a").viewers.map(({ name }) => name), store.of("a").typing.map(({ name }) => name)];
    return { store, told, hear, names };
  };

  test("is told of each conversation for itself, in the order in which they came, until they leave", () => {
    const { store, told, hear, names } = open();
    hear("Ana", "viewing");
    hear("Ben", "typing");
    expect(names()).toEqual([["Ana", "Ben"], ["Ben"]]);
    expect(store.of("b")).toBe(NOBODY);
    hear("Ana", "left");
    hear("Ben", "viewing");
    expect(names()).toEqual([["Ben"], []]);
    hear("Ben", "left");
    expect(store.of("a")).toBe(NOBODY);
    expect(told).toHaveBeenCalledTimes(5);
  });

  test("who renews it stays the same object; who does not is forgotten: nothing can stick", () => {
    const { store, told, hear, names } = open();
    hear("Ana", "viewing");
    const before = store.of("a");
    vi.advanceTimersByTime(15_000);
    hear("Ana", "viewing");
    expect(store.of("a")).toBe(before);
    vi.advanceTimersByTime(39_000);
    expect(names()).toEqual([["Ana"], []]);
    vi.advanceTimersByTime(1_001);
    expect([store.of("a"), told.mock.calls.length]).toEqual([NOBODY, 2]);
  });

  test("writing is over after six seconds, and they still look", () => {
    const { hear, names } = open();
    hear("Ana", "typing");
    vi.advanceTimersByTime(5_000);
    hear("Ana", "typing");
    vi.advanceTimersByTime(5_000);
    expect(names()).toEqual([["Ana"], ["Ana"]]);
    vi.advanceTimersByTime(1_001);
    expect(names()).toEqual([["Ana"], []]);
  });
});

describe("what this tab tells", () => {
  const open = () => {
    const said: string[] = [];
    const teller = createPresenceNotifier((convId, state) => said.push(`${convId} ${state}`));
    return { said, teller };
  };

  test("that it looks, again and again, and that it has left; running down the list it tells nothing", () => {
    const { said, teller } = open();
    teller.look("a");
    vi.advanceTimersByTime(100);
    teller.look("b");
    vi.advanceTimersByTime(16_000);
    expect(said).toEqual(["b viewing", "b viewing"]);
    teller.look(null);
    vi.advanceTimersByTime(60_000);
    expect(said).toEqual(["b viewing", "b viewing", "b left"]);
  });

  test("that it has left the one that it looked at, and not another that is looked at by now", () => {
    const { said, teller } = open();
    teller.look("a");
    vi.advanceTimersByTime(1_000);
    teller.leave("a");
    teller.look("b");
    vi.advanceTimersByTime(1_000);
    teller.leave("a");
    expect(said).toEqual(["a viewing", "a left", "b viewing"]);
    teller.leave("b");
    expect(said.at(-1)).toBe("b left");
  });

  test("that it writes, at most every three seconds, and once that it has stopped", () => {
    const { said, teller } = open();
    teller.look("a");
    vi.advanceTimersByTime(1_000);
    for (let key = 0; key < 50; key += 1) {
      teller.write("a", true);
      vi.advanceTimersByTime(100);
    }
    expect(said).toEqual(["a viewing", "a typing", "a typing"]);
    teller.write("a", false);
    teller.write("a", false);
    teller.write("b", true);
    expect(said.slice(3)).toEqual(["a viewing"]);
  });
});
