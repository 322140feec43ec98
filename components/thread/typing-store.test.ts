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
  expect([store.writer("a"), store.writer("b")]).toEqual(["client", null]);
  store.hear({ convId: "a", isTyping: false });
  store.hear({ convId: "a", isTyping: false });
  expect(store.writer("a")).toBeNull();
  expect(told).toHaveBeenCalledTimes(2);
});

test("what is not renewed is over: nothing can stick", () => {
  const { store, told } = open();
  store.hear({ convId: "a", isTyping: true });
  vi.advanceTimersByTime(5_000);
  store.hear({ convId: "a", isTyping: true });
  vi.advanceTimersByTime(5_000);
  expect(store.writer("a")).toBe("client");
  expect(told).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_001);
  expect(store.writer("a")).toBeNull();
  expect(told).toHaveBeenCalledTimes(2);
});

test("their message ends it", () => {
  const { store } = open();
  store.hear({ convId: "a", isTyping: true });
  store.stop("a");
  expect(store.writer("a")).toBeNull();
});

test("an assistant is named, and whoever began last is shown", () => {
  const { store, told } = open();
  store.hear({ convId: "a", isTyping: true });
  store.hear({ convId: "a", isTyping: true, assistant: "Otto" });
  store.hear({ convId: "a", isTyping: true, assistant: "Otto" });
  expect(store.writer("a")).toBe("assistant Otto");
  expect(told).toHaveBeenCalledTimes(2);
});
