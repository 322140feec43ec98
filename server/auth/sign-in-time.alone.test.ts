import { expect, test } from "vitest";
import { env } from "../env.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { postTo } from "../testing/mailed-link.ts";
import { signIn } from "./sign-in.ts";

const TRIES = 100;
/** Reliability bar 45, in milliseconds: the largest difference of medians, so the time does not reveal whether an account exists. */
const MOST_APART_MS = 10;

test("an e-mail that nobody has takes as long as a wrong password", async () => {
  const times: [number[], number[]] = [[], []];
  for (let no = 0; no < TRIES; no++) {
    // Each account allows ten wrong passwords.
    const { email } = await createTestWorkspace();
    for (const [kind, asked] of [email, `nobody-${no}@example.com`].entries()) {
      const began = performance.now();
      expect(await signIn({ email: asked, password: "not this one", address: `192.0.2.${no}` })).toBeNull();
      times[kind]?.push(performance.now() - began);
    }
  }
  const [wrong = 0, unknown = 0] = times.map((each) => each.sort((a, b) => a - b)[TRIES / 2]);
  console.info(`sign-in: wrong password ${wrong.toFixed(1)} ms, unknown e-mail ${unknown.toFixed(1)} ms in the median`);
  expect(Math.abs(wrong - unknown)).toBeLessThan(MOST_APART_MS);
});

test("a sign-up and a reset take as long for an address that has an account", async () => {
  env().LOG_MAILS = "yes";
  env().SIGN_UP = "open";
  const body = { name: "Ola", workspaceName: "Tea", password: "green tea please" };
  for (const path of ["/api/sign-up", "/api/forgot-password"]) {
    const times: [number[], number[]] = [[], []];
    for (let no = 0; no < TRIES; no++) {
      const { email } = await createTestWorkspace();
      for (const [kind, asked] of [email, `new-${no}-${email}`].entries()) {
        const began = performance.now();
        expect(await postTo(path, { ...body, email: asked })).toEqual({ status: 202, body: { isEmailSent: true } });
        times[kind]?.push(performance.now() - began);
      }
    }
    const [known = 0, unknown = 0] = times.map((each) => each.sort((a, b) => a - b)[TRIES / 2]);
    console.info(`${path}: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms in the median`);
    expect(Math.abs(known - unknown)).toBeLessThan(MOST_APART_MS);
  }
});
