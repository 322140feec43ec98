import { afterEach, describe, expect, test } from "vitest";
import { CUT, sayError, scrubFacts, scrubText, withoutSecrets } from "./redact.ts";

afterEach(() => {
  delete process.env.STRIPE_SECRET_KEY;
  delete process.env.SMTP_URL;
});

describe("a text", () => {
  test.each([
    ["a key of ours", `Invalid key svck_${"a1".repeat(18)}!`, `Invalid key svck_${CUT}!`],
    ["a webhook secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", `whsec_${CUT}`],
    ["a bearer token", "authorization was Bearer abc.def-123456", `authorization was Bearer ${CUT}`],
    ["a password in an address", "connect postgres://u:hunter22@db/x", `connect postgres://${CUT}@db/x`],
    ["Telegram's token", "POST /bot123456789:AAE-abcdefghijklmnopqrstuvwxyz012/x", `POST /bot${CUT}/x`],
    ["Meta's token", `token EAA${"B".repeat(40)} expired`, `token EAA${CUT} expired`],
    [
      "a model provider's key",
      "Incorrect API key provided: sk-proj-abcdefghijkl",
      `Incorrect API key provided: sk-${CUT}`,
    ],
    ["a session", "eyJhbGciOiJkaXIi.abc.def", `eyJ${CUT}`],
    ["a query", "GET /x?a=1&access_token=abc&b=2", `GET /x?a=1&access_token=${CUT}&b=2`],
    ["an object in words", `{ name: 'Ana', apiKey: "abc", n: 1 }`, `{ name: 'Ana', apiKey: "${CUT}", n: 1 }`],
    ["nothing secret", "42 messages sent; the key was wrong", "42 messages sent; the key was wrong"],
  ])("with %s", (_, text, expected) => {
    expect(scrubText(text)).toBe(expected);
  });

  test("of one long word is read in no time", () => {
    for (const word of ["a", "key", "token", "eyJaaaaaaaaaaa-", "1"]) {
      // CPU time of this process only, whatever else runs on the machine; in microseconds.
      const before = process.cpuUsage();
      scrubText(word.repeat(10_000 / word.length));
      expect(process.cpuUsage(before).user, word).toBeLessThan(100_000);
    }
  });

  test("with a secret of the process's own settings, whatever it looks like", () => {
    process.env.STRIPE_SECRET_KEY = "plain words of mine";
    process.env.SMTP_URL = "smtp://me:p%40ssword-of-mine@mail.example.com";
    expect(scrubText("it said plain words of mine")).toBe(`it said ${CUT}`);
    expect(scrubText("535 p@ssword-of-mine refused")).toBe(`535 ${CUT} refused`);
  });
});

describe("facts", () => {
  test("lose what is named like a secret at any depth, and keep the rest", () => {
    const facts = {
      workspaceId: 7,
      a: { b: { c: { d: { accessToken: "x", name: "Ana", hasToken: true, token: null } } } },
      list: [{ password: "x" }, { headers: { "x-any": "x" } }],
      integrationProperties: { model: "x" },
      at: new Date(0),
    };
    expect(scrubFacts(facts)).toEqual({
      workspaceId: 7,
      a: { b: { c: { d: { accessToken: CUT, name: "Ana", hasToken: true, token: null } } } },
      list: [{ password: CUT }, { headers: CUT }],
      integrationProperties: CUT,
      at: new Date(0),
    });
  });

  test("of an error, under whatever name, are what every error has: no request, no row, no arguments", () => {
    const cause = Object.assign(new Error("Bearer abcdefghijkl"), { config: { headers: { a: "secret-1" } } });
    const error = Object.assign(new Error("broken", { cause }), {
      code: "ECONNRESET",
      detail: "Key (email)=(secret-2)",
    });
    const { error: told } = scrubFacts({ error }) as { error: Record<string, unknown> };
    expect(told).toMatchObject({
      type: "Error",
      message: "broken",
      code: "ECONNRESET",
      stack: expect.stringContaining("at "),
    });
    expect(told.cause).toMatchObject({ message: `Bearer ${CUT}` });
    expect(JSON.stringify(told)).not.toContain("secret-");
  });

  test("of a refused query do not quote its arguments", () => {
    const error = new Error(
      '\nInvalid `prisma.x.create()`\n{ data: { text: "what a client wrote" } }\n\nUnknown argument `y`.',
    );
    error.name = "PrismaClientValidationError";
    expect(sayError(error)).toBe("PrismaClientValidationError: Unknown argument `y`.");
  });

  test("that go round in a circle or deep come to an end", () => {
    const round: Record<string, unknown> = {};
    round.again = round;
    expect(JSON.stringify(scrubFacts(round))).toContain("[deeper]");
  });
});

test("what the far side says back loses what it was sent", () => {
  expect(withoutSecrets("You are my-own-token, Bearer abcdefgh", ["Bearer abcdefgh", "my-own-token"])).toBe(
    `You are ${CUT}, ${CUT}`,
  );
  expect(
    withoutSecrets("shop says: let-me-in-please", { externalId: "shop says", accessToken: "let-me-in-please" }),
  ).toBe(`shop says: ${CUT}`);
});
