import { expect, test } from "vitest";
import { badInput } from "../errors.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { say } from "../say.ts";

test("a password is kept as argon2id and recognised again", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, "correct horse")).toBe(true);
  expect(await verifyPassword(hash, "correct horsf")).toBe(false);
  expect(await hashPassword("correct horse")).not.toBe(hash);
});

test("nobody's password is wrong, whatever it is, and takes as long to refuse", async () => {
  const hash = await hashPassword("correct horse");
  await verifyPassword(null, "warm up");
  const time = async (passwordHash: string | null) => {
    const start = performance.now();
    for (let i = 0; i < 5; i++) expect(await verifyPassword(passwordHash, "wrong horse")).toBe(false);
    return performance.now() - start;
  };
  const [known, unknown] = [await time(hash), await time(null)];
  // Without hashing it would be a thousand times faster.
  expect(unknown).toBeGreaterThan(known / 5);
});

test("short and endless passwords are refused", async () => {
  await expect(hashPassword("123456789")).rejects.toThrow(
    badInput("password", say("refusal.passwordShort", { count: 10 })),
  );
  await expect(hashPassword("x".repeat(257))).rejects.toThrow("password may have at most 256 characters");
  expect(await hashPassword("1234567890")).toContain("argon2id");
});
