import { afterEach, expect, test, vi } from "vitest";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { inSearchPlace } from "./search-messages.ts";

const PLACES = Math.floor(env().DATABASE_POOL / 4);
afterEach(() => void vi.useRealTimers());

test("a quarter of the connections searches at once, the others in their order, also after one that failed", async () => {
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const search = (number: number) =>
    inSearchPlace(async () => {
      begun.push(number);
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 2));
      running--;
      if (number % 3 === 0) throw new Error("broken off");
    });
  const all = await Promise.allSettled(Array.from({ length: 4 * PLACES }, (_, number) => search(number)));
  expect(most).toBe(PLACES);
  expect(begun).toEqual(all.map((_, number) => number));
  expect(all.filter(({ status }) => status === "rejected")).toHaveLength(Math.ceil((4 * PLACES) / 3));
});

test("who gets no place in five seconds is refused, and takes none from who comes after", async () => {
  vi.useFakeTimers();
  const ends: (() => void)[] = [];
  const long = Array.from({ length: PLACES }, () => inSearchPlace(() => new Promise<void>((end) => ends.push(end))));
  const refused = expect(inSearchPlace(() => Promise.resolve())).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  for (const end of ends) end();
  await Promise.all(long);
  expect(await inSearchPlace(() => Promise.resolve("found"))).toBe("found");
});

test("twenty searches that hold their connections leave enough for a message to be taken", async () => {
  const { workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const customer = customerSystem(integrationId);
  await customer.text("maria", "Hello");
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const hold = () =>
    database().$transaction(async (db) => {
      await db.$queryRaw`select 1`;
      await ended;
    });
  const searches = Promise.allSettled(Array.from({ length: 20 }, () => inSearchPlace(hold)));
  const begin = performance.now();
  await customer.text("maria", "Are you there?");
  console.info(`a message beside 20 searches: ${Math.round(performance.now() - begin)} ms`);
  end();
  await searches;
});
