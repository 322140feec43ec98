import { beforeEach, expect, test, vi } from "vitest";
import { createTypingStore } from "./typing-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const open = () => {
  const store = createTypingStore({ set: setTimeout, clear: (timer) => clearTimeout(timer as NodeJS.Timeout) });
  const told = vi.fn();
  store.subscribe(told);
  return { store, told };
};

test("shows who writes until they stop, each conversation for itself", () => {
  const { store, told } = open();
  store.hear({ convId: "a", isTyping: true });
  expect([store.isTyping("a"), store.isTyping("b")]).toEqual([true, false]);
  store.hear({ convId: "a", isTyping: false });
  store.hear({ convId: "a", isTyping: false });
  expect(store.isTyping("a")).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
});

test("what is not renewed is over: nothing can stick", () => {
  const { store, told } = open();
  store.hear({ convId: "a", isTyping: true });
  vi.advanceTimersByTime(5_000);
  store.hear({ convId: "a", isTyping: true });
  vi.advanceTimersByTime(5_000);
  expect(store.isTyping("a")).toBe(true);
  expect(told).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_001);
  expect(store.isTyping("a")).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
});

test("their message ends it", () => {
  const { store } = open();
  store.hear({ convId: "a", isTyping: true });
  store.stop("a");
  expect(store.isTyping("a")).toBe(false);
});
