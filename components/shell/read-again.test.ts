import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { readAgain } from "./read-again.ts";

const client = new QueryClient();
let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  client.clear();
});

/** An active query whose responses the test provides. */
function shown(queryKey: string[]) {
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
    retry: false,
  });
  stops.push(observer.subscribe(() => undefined));
  return { answers, data: () => observer.getCurrentResult().data };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("a change during the first reading is not lost: the answer may be from before it", async () => {
  const viewer = shown(["viewer"]);
  void readAgain(client);
  void readAgain(client);
  expect(viewer.answers).toHaveLength(1);
  viewer.answers[0]?.("agent");
  await settled();
  expect(viewer.data()).toBe("agent");
  expect(viewer.answers).toHaveLength(2);
  viewer.answers[1]?.("admin");
  await settled();
  expect(viewer.data()).toBe("admin");
  expect(viewer.answers).toHaveLength(2);
});

test("what has been read is read again at once, and only what is meant", async () => {
  const [viewer, other] = [shown(["viewer"]), shown(["other"])];
  viewer.answers[0]?.("agent");
  other.answers[0]?.("x");
  await settled();
  void readAgain(client, { queryKey: ["viewer"] });
  await settled();
  expect([viewer.answers.length, other.answers.length]).toEqual([2, 1]);
  viewer.answers[1]?.("admin");
  await settled();
  expect([viewer.data(), viewer.answers.length]).toEqual(["admin", 2]);
});

test("what is read ahead while it changes is stale when it comes", async () => {
  const answers: ((value: string) => void)[] = [];
  const ahead = { queryKey: ["ahead"], queryFn: () => new Promise<string>((answer) => answers.push(answer)) };
  for (const value of ["before the first change", "before the second"]) {
    void client.prefetchQuery(ahead);
    void readAgain(client, { queryKey: ["ahead"], refetchType: "none" });
    answers.at(-1)?.(value);
    await settled();
    expect(client.getQueryState(["ahead"])).toMatchObject({ data: value, isInvalidated: true, fetchStatus: "idle" });
  }
  expect(answers).toHaveLength(2);
});
