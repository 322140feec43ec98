import pg from "pg";
import { expect, test, vi } from "vitest";
import { writeTogether } from "./write-together.ts";

type Ask = { row: string; name?: string; lane?: number };

/** A writer whose statements end when the test says so. */
function writer(rules: { sideBySide?: number; most?: number; refuses?: (asks: readonly Ask[]) => Error | null } = {}) {
  const { sideBySide = 1, most = 10, refuses = () => null } = rules;
  const begun: { asks: readonly Ask[]; end: () => void }[] = [];
  const write = (asks: readonly Ask[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = () => {
        const refusal = refuses(asks);
        if (refusal) reject(refusal);
        else resolve(asks.map(({ row, name = "" }) => `${row}${name}`));
      };
      begun.push({ asks, end });
    });
  const ask = writeTogether<Ask, string>({
    laneOf: ({ lane = 1 }) => lane,
    keyOf: ({ row }) => row,
    uniqueOf: ({ name }) => name ?? null,
    write,
    sideBySide,
    most,
  });
  const statements = () => begun.map(({ asks }) => asks.map(({ row, name = "" }) => `${row}${name}`).join(" "));
  /** Ends statements until all answers have arrived. */
  const all = async (answers: Promise<string>[]) => {
    const settled = Promise.allSettled(answers);
    let isOver = false;
    void settled.then(() => (isOver = true));
    for (let at = 0; !isOver;) {
      const next = begun[at];
      if (next) {
        next.end();
        at += 1;
      }
      await new Promise(setImmediate);
    }
    return (await settled).map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
  };
  return { ask, all, statements };
}

const refused = () => Object.assign(new pg.DatabaseError("bad", 3, "error"), { code: "22021" });

test("what comes alone goes at once; what comes meanwhile goes together, and each gets its own answer", async () => {
  const { ask, all, statements } = writer();
  const answers = ["a", "b", "c", "d"].map((row) => ask({ row }));
  expect(statements()).toEqual(["a"]);
  expect(await all(answers)).toEqual(["a", "b", "c", "d"]);
  expect(statements()).toEqual(["a", "b c d"]);
});

test("a row is in one statement at a time, in which its asks keep their order", async () => {
  const { ask, all, statements } = writer({ sideBySide: 2, most: 3 });
  const answers = [1, 2, 3, 4, 5].map((n) => ask({ row: "a", name: String(n) }));
  answers.push(ask({ row: "b" }));
  expect(statements()).toEqual(["a1"]);
  await expect.poll(statements, { timeout: 10_000 }).toEqual(["a1", "b"]);
  await all(answers);
  expect(statements()).toEqual(["a1", "b", "a2 a3 a4", "a5"]);
});

test("beside a statement that takes long another goes, and no more than may", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const { ask, all, statements } = writer({ sideBySide: 2 });
  const answers = ["a", "b", "c"].map((row) => ask({ row }));
  vi.advanceTimersByTime(49);
  expect(statements()).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(statements()).toEqual(["a", "b c"]);
  answers.push(ask({ row: "d" }));
  vi.advanceTimersByTime(1_000);
  expect(statements()).toEqual(["a", "b c"]);
  vi.useRealTimers();
  expect(await all(answers)).toEqual(["a", "b", "c", "d"]);
});

test("beside a statement a second goes where as many wait, and a third does not", async () => {
  const { ask, all, statements } = writer({ sideBySide: 3, most: 100 });
  const rows = Array.from({ length: 40 }, (_, index) => String(index));
  const answers = rows.map((row) => ask({ row }));
  expect(statements()).toEqual(["0", "1 2 3 4 5 6 7 8"]);
  expect(await all(answers)).toEqual(rows);
  expect(statements().at(2)).toBe(rows.slice(9).join(" "));
});

test("two asks of one name are never in one statement", async () => {
  const { ask, all, statements } = writer({ sideBySide: 2 });
  const answers = [
    ask({ row: "a", name: "x" }),
    ask({ row: "b", name: "x" }),
    ask({ row: "c", name: "y" }),
    ask({ row: "d", name: "y" }),
  ];
  await all(answers);
  expect(statements()).toEqual(["ax", "bx cy", "dy"]);
});

test("lanes share no statement and do not wait for each other", async () => {
  const { ask, all, statements } = writer();
  const answers = [ask({ row: "a", lane: 1 }), ask({ row: "b", lane: 2 }), ask({ row: "c", lane: 1 })];
  expect(statements()).toEqual(["a", "b"]);
  await all(answers);
  expect(statements()).toEqual(["a", "b", "c"]);
});

test("of a statement that is refused only the bad one fails", async () => {
  const { ask, all, statements } = writer({
    refuses: (asks) => (asks.some(({ row }) => row === "bad") ? refused() : null),
  });
  const answers = ["a", "b", "bad", "c"].map((row) => ask({ row }));
  expect(await all(answers)).toEqual(["a", "b", expect.stringContaining("bad"), "c"]);
  expect(statements()).toEqual(["a", "b bad c", "b", "bad", "c"]);
});

test("where the connection is lost while they are written one by one, those that are left are refused with it", async () => {
  const { ask, all, statements } = writer({
    refuses: (asks) => (asks.length > 1 ? refused() : asks.some(({ row }) => row === "c") ? new Error("lost") : null),
  });
  const answers = ["a", "b", "c", "d"].map((row) => ask({ row }));
  expect(await all(answers)).toEqual(["a", "b", "Error: lost", "Error: lost"]);
  expect(statements()).toEqual(["a", "b c d", "b", "c"]);
});

test("what ends the connection is no refusal: nothing is written again", async () => {
  const { ask, all, statements } = writer({
    refuses: (asks) => (asks.length > 1 ? Object.assign(refused(), { severity: "FATAL" }) : null),
  });
  await all(["a", "b", "c"].map((row) => ask({ row })));
  expect(statements()).toEqual(["a", "b c"]);
});

test("whoever has waited long when the connection is lost is refused with it, and whoever has just come is not", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { ask, all, statements } = writer({ refuses: ([first]) => (first?.row === "a" ? new Error("lost") : null) });
  const answers = [ask({ row: "a" }), ask({ row: "b" })];
  vi.advanceTimersByTime(1_500);
  answers.push(ask({ row: "c" }));
  expect(await all(answers)).toEqual(["Error: lost", "Error: lost", "c"]);
  expect(statements()).toEqual(["a", "c"]);
  vi.useRealTimers();
});

test("where the connection is lost nothing is written again: it may be there", async () => {
  const { ask, all, statements } = writer({ refuses: (asks) => (asks.length > 1 ? new Error("lost") : null) });
  const answers = ["a", "b", "c"].map((row) => ask({ row }));
  expect(await all(answers)).toEqual(["a", "Error: lost", "Error: lost"]);
  expect(statements()).toEqual(["a", "b c"]);
  // The next ask works as usual.
  expect(await all([ask({ row: "d" })])).toEqual(["d"]);
});
