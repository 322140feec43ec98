import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

// Runs public/push-worker.js like a browser, with fake windows.
const SOURCE = readFileSync(new URL("../../public/push-worker.js", import.meta.url), "utf8");
const NOTICE = { title: "Maria wrote", body: "Shop", tag: "c1", url: "/7/inbox/c1" };

type Window = { path: string; focused?: boolean };
type Handler = (event: { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>) => void;

function browser(windows: Window[], service = "https://fcm.googleapis.com/fcm/send/1") {
  const done: string[] = [];
  const handlers: Record<string, Handler> = {};
  const clients = windows.map(({ path, focused = false }) => ({
    url: `https://portal.example.com${path}`,
    focused,
    focus: () => Promise.resolve(done.push(`focus ${path}`)),
    postMessage: (message: unknown) => done.push(`tell ${path} ${JSON.stringify(message)}`),
  }));
  const self = {
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    clients: {
      matchAll: () => Promise.resolve(clients),
      openWindow: (url: string) => Promise.resolve(done.push(`open ${url}`)),
    },
    registration: {
      pushManager: { getSubscription: () => Promise.resolve({ endpoint: service }) },
      showNotification: (title: string, more: object) =>
        Promise.resolve(done.push(`show ${title} ${JSON.stringify(more)}`)),
    },
  };
  runInNewContext(SOURCE, { self, URL });
  const run = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    handlers[name]?.({ ...event, waitUntil: (promise) => work.push(promise) });
    await Promise.all(work);
    return done;
  };
  return {
    push: () => run("push", { data: { json: () => NOTICE } }),
    click: () =>
      run("notificationclick", { notification: { data: { url: NOTICE.url }, close: () => done.push("close") } }),
  };
}

const TOLD = (path: string) => `tell ${path} ${JSON.stringify({ kind: "openThread", url: NOTICE.url })}`;
const SHOWN = `show Maria wrote ${JSON.stringify({ body: "Shop", tag: "c1", data: { url: NOTICE.url } })}`;

test.each<[string, Window[], string[]]>([
  ["no window", [], [SHOWN]],
  ["the portal behind another window", [{ path: "/7/inbox" }], [SHOWN]],
  ["another workspace before one's eyes", [{ path: "/71/inbox", focused: true }], [SHOWN]],
  ["the portal before one's eyes", [{ path: "/7/reports", focused: true }], []],
])("with %s", async (_, windows, done) => {
  expect(await browser(windows).push()).toEqual(done);
});

test("Safari always shows it", async () => {
  const windows = [{ path: "/7/inbox", focused: true }];
  expect(await browser(windows, "https://web.push.apple.com/1").push()).toEqual([SHOWN]);
});

test.each<[string, Window[], string[]]>([
  ["opens the thread", [], ["open /7/inbox/c1"]],
  ["opens it beside another workspace's portal", [{ path: "/71/inbox/c1" }], ["open /7/inbox/c1"]],
  [
    "goes to the window that shows it",
    [{ path: "/7/inbox" }, { path: "/7/inbox/c1" }],
    ["focus /7/inbox/c1", TOLD("/7/inbox/c1")],
  ],
  [
    "goes to a window of the portal, which opens it",
    [{ path: "/7/contacts" }],
    ["focus /7/contacts", TOLD("/7/contacts")],
  ],
])("a click %s", async (_, windows, done) => {
  expect(await browser(windows).click()).toEqual(["close", ...done]);
});
