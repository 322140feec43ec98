import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { keepUnkept } from "./portal-shell.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

type Sent = { keepalive?: boolean; body: string };

/** Records every request from here on. */
function requests(): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (_path: string, init: Sent) => {
    sent.push(init);
    return Promise.resolve(Response.json({ data: {} }));
  });
  return sent;
}

test("what is still on its way goes once more with the page, the later change in the place of the earlier", async () => {
  const cache = new QueryClient();
  const change = (preferences: object) => {
    const options = {
      mutationKey: ["preferences", 7],
      scope: { id: "preferences 7" },
      mutationFn: () => new Promise<void>(() => undefined),
    };
    void new MutationObserver<void, Error, object>(cache, options).mutate(preferences);
  };
  change({ copilot: false, density: "compact" });
  change({ copilot: true });
  const sent = requests();
  await keepUnkept(cache, 7);
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true]);
  expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({
    variables: { input: { workspaceId: 7, preferences: { copilot: true, density: "compact" } } },
  });
});

test("a page with nothing on its way asks for nothing", async () => {
  const sent = requests();
  await keepUnkept(new QueryClient(), 7);
  expect(sent).toEqual([]);
});
