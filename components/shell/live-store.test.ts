import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLine } from "./live-line.ts";
import { createLiveStore, type LiveChange, type LiveStore } from "./live-store.ts";

/** A fake EventSource. The test is the server. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.opened.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  say(kind: string, data: unknown, lastEventId = ""): void {
    this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify(data), lastEventId }));
  }
}

let store: LiveStore;
let heard: string[];

function open(from: string | null = null): LiveStore {
  const opened = createLiveStore({
    line: (hearer) => createLine("/events?workspaceId=1", hearer),
    from,
    build: "one",
    reload: () => heard.push("reload"),
    recovered: () => heard.push("recovered"),
    replaced: () => heard.push("replaced"),
    refused: () => heard.push("refused"),
  });
  opened.onChanges((changes: LiveChange[]) => heard.push(changes.map(({ name }) => name).join(" ")));
  opened.start();
  return opened;
}

beforeEach(() => {
  vi.useFakeTimers();
  [Source.opened, heard] = [[], []];
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  store = open();
});
afterEach(() => {
  store.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const line = () => Source.opened.at(-1)!;

test("another build of the service is noticed, once", () => {
  for (const build of ["one", null, "two", "three"]) line().say("ready", { cursor: "5", build });
  expect(heard.filter((word) => word === "replaced")).toEqual(["replaced"]);
});

test("what was read before the stream stood is read again, once", () => {
  expect(store.state()).toBe("catchingUp");
  line().say("ready", { cursor: "5" });
  expect([store.state(), heard]).toEqual(["live", ["reload"]]);
});

test("after a break it goes on where it was, and has read again what could not be read meanwhile", async () => {
  line().say("ready", { cursor: "5" });
  line().say("change", { name: "INCOMING_MESSAGE" }, "6");
  line().say("change", { name: "CONV_CHANGED" }, "7");
  await vi.advanceTimersByTimeAsync(60);
  line().dispatchEvent(new Event("error"));
  expect(store.state()).toBe("offline");
  await vi.advanceTimersByTimeAsync(500);
  expect(Source.opened.map(({ url }) => url)).toEqual(["/events?workspaceId=1", "/events?workspaceId=1&after=7"]);
  line().say("ready", { cursor: "9" });
  expect(heard).toEqual(["reload", "INCOMING_MESSAGE CONV_CHANGED", "recovered"]);
});

test("one that is too far behind reads all again", () => {
  line().say("ready", { cursor: "5" });
  line().say("reset", {});
  expect(heard).toEqual(["reload", "reload"]);
});

test("a page that came with its answers follows them from their place, and reads nothing again", () => {
  store.stop();
  store = open("4");
  expect(line().url).toBe("/events?workspaceId=1&after=4");
  line().say("ready", { cursor: "5" });
  expect(heard).toEqual(["recovered"]);
});
