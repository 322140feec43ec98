import { describe, expect, test } from "vitest";
import { openHostStore } from "./host-store.ts";
import type { Pending } from "./protocol.ts";

function entries(initial: Record<string, string> = {}) {
  const map = new Map(Object.entries(initial));
  return {
    map,
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
    names: () => [...map.keys()],
  };
}

const pending = (clientMessageId: string, createdAt: string): Pending => ({
  clientMessageId,
  type: "text",
  content: "hello",
  fileName: null,
  replyToId: null,
  createdAt,
  failure: null,
});

describe("what is kept on the host page", () => {
  test("survives the page, in the order of writing, for its own channel only", () => {
    const shared = entries({ cart: "3 tents" });
    const store = openHostStore("shop", shared);
    store.setToken("t1");
    store.keep(pending("b", "2026-03-02T09:01:00Z"));
    store.keep(pending("a", "2026-03-02T09:00:00Z"));
    openHostStore("other", shared).setToken("t2");
    const after = openHostStore("shop", shared).read();
    expect(after.token).toBe("t1");
    expect(after.pending.map(({ clientMessageId }) => clientMessageId)).toEqual(["a", "b"]);
    store.drop("a");
    store.clear();
    expect(openHostStore("shop", shared).read()).toEqual({ token: null, pending: [] });
    expect(openHostStore("other", shared).read().token).toBe("t2");
    expect(shared.map.get("cart")).toBe("3 tents");
  });

  test("two tabs do not overwrite each other's messages", () => {
    const shared = entries();
    const [one, two] = [openHostStore("shop", shared), openHostStore("shop", shared)];
    one.keep(pending("a", "2026-03-02T09:00:00Z"));
    two.keep(pending("b", "2026-03-02T09:01:00Z"));
    one.drop("a");
    expect(one.read().pending.map(({ clientMessageId }) => clientMessageId)).toEqual(["b"]);
  });

  test("what is broken or somebody else's is passed over, and a full storage breaks nothing", () => {
    const shared = entries({
      "omnichannel-chat:shop:pending:x": "{",
      "omnichannel-chat:shop:pending:y": '{"type":"text"}',
    });
    expect(openHostStore("shop", shared).read()).toEqual({ token: null, pending: [] });
    const full = {
      ...shared,
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    };
    expect(() => openHostStore("shop", full).setToken("t")).not.toThrow();
  });

  test("where the browser has no storage to give, it lasts as long as the page", () => {
    // Node without a window behaves like such a browser: reading the property throws.
    const store = openHostStore("shop");
    store.setToken("t");
    expect(store.read().token).toBe("t");
  });
});
