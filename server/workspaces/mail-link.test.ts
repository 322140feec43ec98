import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { newestLinkTo } from "../testing/mailed-link.ts";
import { mailLink } from "./mail-link.ts";
import { requestPasswordReset } from "./reset-password.ts";
import { requestSignUp } from "./sign-up.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  server = await startMailServer();
  // The environment is read on first use, which is later than this.
  process.env.SMTP_URL = server.url;
});
afterAll(() => server.close());

const newEmail = () => `${randomUUID()}@example.com`;
const signUpWith = (email: string, workspaceName = "Nowak Tea") =>
  requestSignUp({ name: "Ola", workspaceName, email, password: "green tea please" }, "en");

/** Runs the job for the newest link. Returns the email that arrived, and the link's token. */
async function mailTo(email: string) {
  const { id, token } = await newestLinkTo(email);
  await mailLink(id);
  return { id, token, arrived: server.arrived.splice(0) };
}

test("a new address gets the link that completes its sign-up, once; its job holds the id alone", async () => {
  const email = newEmail();
  await signUpWith(email, "Tea <b>& Co</b>");
  const { id, token, arrived } = await mailTo(email);
  expect(arrived.map(({ to }) => to)).toEqual([[email]]);
  const mail = arrived[0]?.mail;
  expect(mail?.subject).toBe("Confirm your e-mail address");
  expect(mail?.text).toContain(`/sign-up/${token}`);
  expect(mail?.html).toContain("Tea &lt;b&gt;&amp; Co&lt;/b&gt;");
  const { rows } = await pool().query<{ data: Record<string, unknown> }>(
    `select data from pgboss.job where name = 'mail-link' and data ->> 'linkId' = $1`,
    [id],
  );
  expect(rows.map(({ data }) => Object.keys(data).filter((key) => key !== "trail"))).toEqual([["linkId"]]);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await mailTo(email)).arrived).toEqual([]);
});

test("an address that has an account is told so, without a link that makes one", async () => {
  const { email } = await createTestWorkspace();
  await signUpWith(email);
  const { token, arrived } = await mailTo(email);
  expect(arrived.map(({ mail }) => mail.subject)).toEqual(["You already have an account"]);
  expect(arrived[0]?.mail.text).toContain("/forgot-password");
  expect(arrived[0]?.mail.text).not.toContain(token);
});

test("a reset reaches an address that has an account, in the page's language, and no other", async () => {
  const { email } = await createTestWorkspace();
  await requestPasswordReset({ email }, "de");
  const known = await mailTo(email);
  expect(known.arrived.map(({ mail }) => mail.subject)).toEqual(["Neues Passwort setzen"]);
  expect(known.arrived[0]?.mail.text).toContain(`/reset-password/${known.token}`);
  const stranger = newEmail();
  await requestPasswordReset({ email: stranger }, "de");
  expect((await mailTo(stranger)).arrived).toEqual([]);
});

test("a link that was used or has expired is not mailed, nor one that the present secret does not make", async () => {
  for (const change of [{ usedAt: new Date() }, { expiresAt: new Date() }, { tokenHash: new Uint8Array(32) }]) {
    const email = newEmail();
    await signUpWith(email);
    const { id } = await newestLinkTo(email);
    await database().mailedLink.update({ where: { id }, data: change });
    await mailLink(id);
    expect(server.arrived.splice(0)).toEqual([]);
  }
});

test("an address that the mail server refuses is not tried again; a server that is away is", async () => {
  const refused = `unknown-${newEmail()}`;
  await signUpWith(refused);
  await mailTo(refused);
  const email = newEmail();
  await signUpWith(email);
  const { id } = await newestLinkTo(email);
  await server.close();
  await expect(mailLink(id)).rejects.toThrow();
  server = await startMailServer(server.port);
  await mailLink(id);
  expect(server.arrived.map(({ to }) => to)).toEqual([[email]]);
  expect(await database().mailedLink.count({ where: { email: { in: [refused, email] }, mailedAt: null } })).toBe(0);
});
