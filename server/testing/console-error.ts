/** A test fails if the code writes to console.error, because such output is either a fault or noise. */
import { format } from "node:util";
import { afterEach } from "vitest";

let complaints: string[] = [];

console.error = (...parts: unknown[]) => void complaints.push(format(...parts));

afterEach(() => {
  const heard = complaints;
  complaints = [];
  if (heard.length > 0) throw new Error(`console.error was called:\n${heard.join("\n")}`);
});
