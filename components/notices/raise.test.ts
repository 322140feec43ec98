import { afterEach, expect, test, vi } from "vitest";
import { raise } from "./notice-centre.tsx";

afterEach(() => vi.unstubAllGlobals());

const NOTICE = { title: "Maria wrote", body: "", tag: "c1", url: "/7/inbox/c1", onOpen: () => undefined };

/** A fake browser with this notification permission, with or without the push worker. */
function browser(permission: string, hasWorker: boolean): string[] {
  const shown: string[] = [];
  class Shown {
    static permission = permission;
    constructor(title: string, { tag }: { tag: string }) {
      shown.push(`page ${title} ${tag}`);
    }
  }
  const showNotification = (title: string, { tag, data }: { tag: string; data: { url: string } }) =>
    Promise.resolve(void shown.push(`worker ${title} ${tag} ${data.url}`));
  const registration = hasWorker ? { active: {}, showNotification } : undefined;
  vi.stubGlobal("window", { Notification: Shown });
  vi.stubGlobal("Notification", Shown);
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve(registration) } });
  return shown;
}

test.each<[string, boolean, string[]]>([
  ["granted", true, ["worker Maria wrote c1 /7/inbox/c1"]],
  ["granted", false, ["page Maria wrote c1"]],
  ["denied", true, []],
])("allowed: %s, with the worker: %s", async (permission, hasWorker, shown) => {
  const seen = browser(permission, hasWorker);
  await raise(NOTICE);
  expect(seen).toEqual(shown);
});
