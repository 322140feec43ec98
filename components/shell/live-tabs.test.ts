import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveStore, type Hearer, type LiveStore } from "./live-store.ts";
import { createTabLine, type Said } from "./live-tabs.ts";

/** The cursor after the n-th event, in the service's format. */
const place = (n: number) => btoa(`7 ${n}`).replaceAll("=", "");
const PLACES = [...Array(20).keys()].map(place);

/** A fake service with an event log, and a fake browser whose tabs the test opens, suspends and closes. */
function browser() {
  let events = 0;
  const lines: { owner: string; from: string | null; hearer: Hearer; isOpen: boolean }[] = [];
  const tabs = new Map<string, { hear: (said: Said) => void; isAsleep: boolean }>();
  type Request = { owner: string; grant: () => void; rob: () => void };
  let holder: Request | null = null;
  let waiting: Request[] = [];

  function next(): void {
    holder = waiting.shift() ?? null;
    holder?.grant();
  }

  /** The browser's locks, as one tab sees them. */
  const locksOf = (owner: string): Pick<LockManager, "request"> => ({
    request: ((_: string, { steal, signal }: LockOptions, work: () => Promise<void> | undefined) =>
      new Promise<void>((resolve, reject) => {
        const request: Request = {
          owner,
          grant: () => {
            void Promise.resolve(work()).then(() => {
              resolve();
              if (holder === request) next();
            });
          },
          rob: () => reject(new DOMException("stolen", "AbortError")),
        };
        signal?.addEventListener("abort", () => {
          if (!waiting.includes(request)) return;
          waiting = waiting.filter((other) => other !== request);
          reject(new DOMException("left", "AbortError"));
        });
        if (steal) holder?.rob();
        if (steal || !holder) {
          holder = request;
          request.grant();
        } else waiting.push(request);
      })) as LockManager["request"],
  });

  function openTab(owner: string, from: string | null = null) {
    const heard: string[] = [];
    const store: LiveStore = createLiveStore({
      line: (hearer) =>
        createTabLine({
          ...hearer,
          name: "live 1 ana",
          openLine: (each) => {
            const line = { owner, from: null as string | null, hearer: each, isOpen: false };
            return {
              start() {
                Object.assign(line, { from: each.after(), isOpen: true });
                lines.push(line);
              },
              stop: () => (line.isOpen = false),
              hurry: () => undefined,
            };
          },
          openChannel: () => ({
            addEventListener: (_, hear) => tabs.set(owner, { hear: (data) => hear({ data }), isAsleep: false }),
            postMessage: (said) => {
              for (const [name, tab] of tabs) if (name !== owner && !tab.isAsleep) tab.hear(said);
            },
            close: () => tabs.delete(owner),
          }),
          locks: locksOf(owner),
        }),
      from,
      build: null,
      replaced: () => undefined,
      reload: () => heard.push("reload"),
      recovered: () => heard.push("recovered"),
      refused: () => heard.push("refused"),
    });
    store.onChanges((changes) => heard.push(...changes.map(({ name }) => name)));
    store.start();
    return { store, heard };
  }

  const open = () => lines.filter(({ isOpen }) => isOpen);
  return {
    openTab,
    open,
    sleep: (owner: string, isAsleep: boolean) => Object.assign(tabs.get(owner)!, { isAsleep }),
    /** Adds an event. Open lines receive it. */
    happen(name: string): void {
      events += 1;
      for (const { owner, hearer } of open()) {
        if (tabs.get(owner)?.isAsleep) continue;
        hearer.hear({ kind: "change", cursor: place(events), change: { name } });
      }
    },
    /** Sends the missed events, then `ready`. */
    answer(missed: string[] = []): void {
      const line = open().at(-1)!;
      for (const [index, name] of missed.entries()) {
        line.hearer.hear({ kind: "change", cursor: place(events - missed.length + index + 1), change: { name } });
      }
      line.hearer.hear({ kind: "ready", cursor: place(events), isFirst: line.from === null });
    },
    skip: (count: number) => (events += count),
    owners: () => open().map(({ owner, from }) => [owner, from === null ? null : PLACES.indexOf(from)]),
  };
}

const GATHERED = 60;
const gather = () => vi.advanceTimersByTimeAsync(GATHERED);
let page: EventTarget & { visibilityState: string };
const stores: LiveStore[] = [];
const tab = (of: ReturnType<typeof browser>, ...args: Parameters<ReturnType<typeof browser>["openTab"]>) => {
  const opened = of.openTab(...args);
  stores.push(opened.store);
  return opened;
};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval };
  vi.stubGlobal("window", Object.assign(new EventTarget(), timers));
});
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("two tabs hear one stream, and both are live", async () => {
  const all = browser();
  const first = tab(all, "first");
  all.answer();
  const second = tab(all, "second");
  expect([first.store.state(), second.store.state()]).toEqual(["live", "live"]);
  all.happen("A");
  await gather();
  expect([first.heard, second.heard]).toEqual([
    ["reload", "A"],
    ["reload", "A"],
  ]);
  expect(all.owners()).toEqual([["first", null]]);
});

test("when the leader goes another takes over after its own place, and a third has nothing to read again", async () => {
  const all = browser();
  const first = tab(all, "first");
  all.answer();
  const [second, third] = [tab(all, "second"), tab(all, "third")];
  all.happen("A");
  first.store.stop();
  await gather();
  expect(all.owners()).toEqual([["second", 1]]);
  all.skip(1);
  all.answer(["B"]);
  all.happen("C");
  await gather();
  expect([second.heard, third.heard]).toEqual([
    ["reload", "A", "recovered", "B", "C"],
    ["reload", "A", "recovered", "B", "C"],
  ]);
});

test("a tab that missed a word reads the log after its own place, and is live only then", async () => {
  const all = browser();
  tab(all, "first");
  all.answer();
  const second = tab(all, "second");
  all.happen("A");
  await gather();
  all.sleep("second", true);
  all.happen("B");
  all.sleep("second", false);
  all.happen("C");
  expect(second.store.state()).toBe("catchingUp");
  expect(all.owners()).toEqual([
    ["first", null],
    ["second", 1],
  ]);
  all.answer(["B", "C"]);
  expect(second.store.state()).toBe("live");
  expect(all.owners()).toEqual([["first", null]]);
  await gather();
  expect(new Set(second.heard)).toEqual(new Set(["reload", "A", "B", "C", "recovered"]));
});

test("a tab that is looked at again asks where the others are", () => {
  const all = browser();
  tab(all, "first");
  all.answer();
  const second = tab(all, "second");
  all.sleep("second", true);
  all.happen("A");
  all.sleep("second", false);
  expect(second.store.state()).toBe("live");
  page.dispatchEvent(new Event("visibilitychange"));
  expect(second.store.state()).toBe("catchingUp");
  expect(all.owners()).toEqual([
    ["first", null],
    ["second", 0],
  ]);
});

test("a leader that answers no more loses the lead; awake again it follows", async () => {
  const all = browser();
  const first = tab(all, "first");
  all.answer();
  const second = tab(all, "second");
  all.happen("A");
  await gather();
  all.sleep("first", true);
  all.happen("B");
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(8_000);
  all.sleep("first", false);
  expect(all.owners()).toEqual([["second", 1]]);
  all.answer(["B"]);
  page.dispatchEvent(new Event("visibilitychange"));
  all.answer(["B"]);
  await gather();
  expect([first.heard.includes("B"), second.heard.includes("B")]).toEqual([true, true]);
  expect([first.store.state(), second.store.state()]).toEqual(["live", "live"]);
  expect(all.owners()).toEqual([["second", 1]]);
});

test("a tab that comes with its answers reads nothing again, unless the others are further", async () => {
  const all = browser();
  tab(all, "first");
  all.answer();
  all.happen("A");
  const abreast = tab(all, "abreast", place(1));
  expect(abreast.store.state()).toBe("live");
  const behind = tab(all, "behind", place(0));
  expect(behind.store.state()).toBe("catchingUp");
  all.answer(["A"]);
  await gather();
  expect([abreast.heard, behind.heard]).toEqual([[], ["recovered", "A"]]);
});

test("all hear that the connection broke, that it stands again, and that the sign-in may be over", () => {
  const all = browser();
  const first = tab(all, "first");
  all.answer();
  const second = tab(all, "second");
  const line = all.open()[0]!.hearer;
  line.hear({ kind: "state", state: "offline" });
  expect([first.store.state(), second.store.state()]).toEqual(["offline", "offline"]);
  line.hear({ kind: "ready", cursor: place(0), isFirst: false });
  expect([first.store.state(), second.store.state()]).toEqual(["live", "live"]);
  line.hear({ kind: "refused" });
  expect(second.heard).toEqual(["reload", "recovered", "refused"]);
  line.hear({ kind: "reset" });
  expect(second.heard.at(-1)).toBe("reload");
});
