import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Host } from "./host.ts";
import type { ToLoader, User } from "./protocol.ts";
import { createSession } from "./session.ts";

type Asked = {
  url: string;
  body: Record<string, unknown>;
  token: string | null;
  answer: (json: unknown, status?: number) => void;
};

const tokenOf = (sub: string, issue = 1) =>
  `h.${btoa(JSON.stringify({ sub, iat: issue }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}.s${issue}`;

let asked: Asked[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (url: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
    return new Promise<Response>((resolve) =>
      asked.push({
        url,
        body: JSON.parse(body ?? "null") as Record<string, unknown>,
        token: headers.authorization?.slice("Bearer ".length) ?? null,
        answer: (json, status = 200) => resolve(new Response(JSON.stringify(json), { status })),
      }),
    );
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** A frame whose host page gave it a token, a user, or neither. */
function setUp({ token = null, user = null }: { token?: string | null; user?: User | null } = {}) {
  const told: ToLoader[] = [];
  const host: Host = {
    isEmbedded: true,
    start: { token, user, pending: [], isOpen: true },
    notify: (message) => told.push(message),
    hear: () => undefined,
    page: () => Promise.resolve(null),
  };
  const onVisitor = vi.fn();
  const session = createSession("https://chat.example/ext/v1/webchat/c", host, onVisitor);
  const kept = () => told.flatMap((message) => (message.type === "token" ? [message.token] : []));
  const next = async () => {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
    return asked.shift()!;
  };
  return { session, onVisitor, kept, next };
}

const answerOf = (visitorId: string) => ({ token: tokenOf(visitorId), visitorId });

describe("a session", () => {
  test("of nobody begins with the first call, which it then makes", async () => {
    const { session, kept, next } = setUp();
    expect(session.isKnown()).toBe(false);
    const call = session.call("/ticket", { method: "POST" });
    (await next()).answer(answerOf("anon-1"));
    const ticket = await next();
    expect(ticket.token).toBe(tokenOf("anon-1"));
    ticket.answer({ ticket: "t" });
    expect(await call).toEqual({ ticket: "t" });
    expect(kept()).toEqual([tokenOf("anon-1")]);
  });

  test("a user who is told of while it begins is proven by a second one", async () => {
    const { session, kept, next } = setUp({ token: tokenOf("anon-1") });
    const begun = session.begin();
    const first = await next();
    session.setUser({ id: "u-1", hash: "proof", name: "Una" });
    first.answer(answerOf("anon-1"));
    const second = await next();
    expect(second.body).toEqual({
      token: tokenOf("anon-1"),
      identifier: "u-1",
      identifierHash: "proof",
      profile: { name: "Una" },
    });
    second.answer(answerOf("u-1"));
    await begun;
    expect(kept()).toEqual([tokenOf("u-1")]);
  });

  test("that ends while it begins leaves nothing behind", async () => {
    const { session, kept, next } = setUp({ token: tokenOf("u-1"), user: { id: "u-1", hash: "proof" } });
    const begun = session.begin();
    const first = await next();
    session.adopt(null);
    first.answer(answerOf("u-1"));
    await begun;
    expect([kept(), session.isKnown(), asked]).toEqual([[], false, []]);
  });

  test("an answer for the visitor before is shown to nobody", async () => {
    const { session, next } = setUp({ token: tokenOf("u-1") });
    const call = session.call("/messages");
    const messages = await next();
    session.adopt(null);
    messages.answer({ messages: ["of u-1"] });
    await expect(call).rejects.toMatchObject({ status: 0 });
  });

  test("tells another tab's renewal from another visitor", () => {
    const { session } = setUp({ token: tokenOf("anon-1") });
    expect(session.adopt(tokenOf("anon-1", 2))).toBe(false);
    expect(session.adopt(tokenOf("u-1"))).toBe(true);
    expect(session.adopt(null)).toBe(true);
  });

  test("that ran out is begun anew, as somebody else where the server says so", async () => {
    const { session, onVisitor, next } = setUp({ token: tokenOf("anon-1") });
    const begun = session.begin();
    (await next()).answer(answerOf("anon-1"));
    await begun;
    const call = session.call("/messages");
    (await next()).answer({ error: { message: "over" } }, 401);
    (await next()).answer(answerOf("anon-2"));
    await expect(call).rejects.toMatchObject({ status: 0 });
    expect(onVisitor).toHaveBeenCalledOnce();
  });

  test("a user whose proof is wrong is refused, with the token of before and without", async () => {
    const { session, next } = setUp({ token: tokenOf("anon-1"), user: { id: "u-1", hash: "wrong" } });
    const begun = session.begin();
    (await next()).answer({ error: { message: "not proven" } }, 401);
    const second = await next();
    expect(second.body.token).toBeUndefined();
    second.answer({ error: { message: "not proven" } }, 401);
    await expect(begun).rejects.toMatchObject({ status: 401, message: "not proven" });
  });
});
