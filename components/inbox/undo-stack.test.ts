import { expect, test } from "vitest";
import { createUndoStack, type Undoable } from "./undo-stack.ts";

const thing = (label: string): Undoable => ({ label, undo: () => Promise.resolve() });

test("the last thing comes off first, and nothing twice", () => {
  const stack = createUndoStack();
  const [first, second] = [thing("first"), thing("second")];
  stack.push(first);
  stack.push(second);
  expect(stack.take()).toBe(second);
  expect(stack.take()).toBe(first);
  expect(stack.take()).toBeNull();
  expect(stack.isEmpty()).toBe(true);
});

test("a toast takes its own thing, from below too, and once", () => {
  const stack = createUndoStack();
  const [first, second] = [thing("first"), thing("second")];
  stack.push(first);
  stack.push(second);
  expect(stack.has(first)).toBe(true);
  expect(stack.take(first)).toBe(first);
  expect(stack.has(first)).toBe(false);
  expect(stack.take(first)).toBeNull();
  expect(stack.take()).toBe(second);
});

test("only so much is remembered", () => {
  const stack = createUndoStack();
  for (let n = 1; n <= 60; n++) stack.push(thing(`${n}`));
  let taken = 0;
  while (stack.take()) taken++;
  expect(taken).toBe(50);
});
