import { describe, expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { signIn } from "./sign-in.ts";

const HERE = "192.0.2.7";

describe("signIn", () => {
  test("takes the password that belongs to the e-mail, however it is written", async () => {
    const { email, password, userId } = await createTestWorkspace();
    expect(await signIn({ email, password, address: HERE })).toBe(userId);
    expect(await signIn({ email: ` ${email.toUpperCase()} `, password, address: HERE })).toBe(userId);
  });

  test("says no in the same way to a wrong password, an unknown e-mail and a changed letter case", async () => {
    const { email, password } = await createTestWorkspace();
    expect(await signIn({ email, password: "something else", address: HERE })).toBeNull();
    expect(await signIn({ email, password: password.toUpperCase(), address: HERE })).toBeNull();
    expect(await signIn({ email: "nobody@example.com", password, address: HERE })).toBeNull();
  });

  test("refuses the right password too after ten wrong ones from the same place, and nobody else's", async () => {
    const { email, password, userId } = await createTestWorkspace();
    for (let guess = 0; guess < 10; guess++) await signIn({ email, password: `guess ${guess}`, address: HERE });
    await expect(signIn({ email, password, address: HERE })).rejects.toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many wrong passwords. Try again in 2 minutes.",
    });
    expect(await signIn({ email, password, address: "192.0.2.8" })).toBe(userId);
    const other = await createTestWorkspace();
    expect(await signIn({ email: other.email, password: other.password, address: HERE })).toBe(other.userId);
  });

  test("refuses everybody at a place that has guessed at a hundred accounts, and nobody elsewhere", async () => {
    const { email, password, userId } = await createTestWorkspace();
    const address = "192.0.2.99";
    const guesses = Array.from({ length: 100 }, (_, no) =>
      signIn({ email: `somebody-${no}@example.com`, password: "Winter2026!", address }),
    );
    // Sent at once: the limit regains one guess every nine seconds, and a slow machine may need that long for a hundred guesses.
    const next = expect(signIn({ email, password, address })).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([null]));
    await next;
    expect(await signIn({ email, password, address: HERE })).toBe(userId);
  });

  test("lets no one network lock somebody's account, however many of its IPv6 addresses it uses", async () => {
    const { email, password, userId } = await createTestWorkspace();
    const guesses = Array.from({ length: 150 }, (_, no) =>
      signIn({ email, password: `guess ${no}`, address: `2001:db8:0:7::${no.toString(16)}` }),
    );
    const answers = await Promise.allSettled(guesses);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await signIn({ email, password, address: "2001:db8:0:8::1" })).toBe(userId);
  });

  test("holds nobody back who comes in and out all day at one place", async () => {
    const { email, password, userId } = await createTestWorkspace();
    const address = "192.0.2.98";
    for (let time = 0; time < 110; time++) expect(await signIn({ email, password, address })).toBe(userId);
  });

  test("counts guesses that come all at once", async () => {
    const { email } = await createTestWorkspace();
    const guesses = Array.from({ length: 15 }, (_, guess) =>
      signIn({ email, password: `guess ${guess}`, address: HERE }),
    );
    const answers = await Promise.allSettled(guesses);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  });

  test("forgets the wrong ones after the right one", async () => {
    const { email, password, userId } = await createTestWorkspace();
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 6; guess++) await signIn({ email, password: `guess ${guess}`, address: HERE });
      expect(await signIn({ email, password, address: HERE })).toBe(userId);
    }
  });
});
