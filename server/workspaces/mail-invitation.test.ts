import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "../db.ts";
import { startWorker } from "../work/worker.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { eventually } from "../testing/receiver.ts";
import { mailInvitation } from "./mail-invitation.ts";

const CREATE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id email link } }`;
const LIST = `query ($input: InvitationsInput!) { invitations(input: $input) { nodes { id mailState mailError } } }`;

type Invitation = { id: string; email: string; link: string };
type Listed = { nodes: { id: string; mailState: string; mailError: string | null }[] };
let server: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  server = await startMailServer();
  // The environment is read on first use, which is later than this.
  process.env.SMTP_URL = server.url;
  process.env.MAIL_FROM = "Team post <post@service.example>";
});
afterAll(() => server.close());

async function team(name: string) {
  const { workspaceId, userId, ctx } = await createTestWorkspace({ name, ownerName: 'Olga "<b>" O\'Hara' });
  const owner = api(await signInTestUser(userId), workspaceId);
  return {
    workspaceId,
    ctx,
    invite: (email = `invited-${randomUUID()}@example.com`) =>
      owner.ok<Invitation>(CREATE, { email, role: "AGENT_PLUS" }),
    state: async (id: string) => (await owner.ok<Listed>(LIST)).nodes.find((row) => row.id === id),
  };
}

test("reaches the invited address alone, with a link that is the answer's, and shows foreign words as words", async () => {
  const { workspaceId, invite, state } = await team("Tea & <script>alert(1)</script>\r\nBcc: x@evil.example");
  const invitation = await invite();
  await mailInvitation({ workspaceId, invitationId: invitation.id });
  const [sent] = server.arrived.splice(0);
  if (!sent) throw new Error("no mail arrived");
  expect(sent).toMatchObject({ from: "post@service.example", to: [invitation.email] });
  const { mail } = sent;
  expect(mail).toMatchObject({
    from: { name: "Team post", address: "post@service.example" },
    to: [{ address: invitation.email }],
    subject: `Olga "<b>" O'Hara invites you to Tea & <script>alert(1)</script> Bcc: x@evil.example`,
    messageId: `<${invitation.id}@localhost>`,
  });
  expect(mail.bcc).toBeUndefined();
  expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(mail.text).toContain(`Accept the invitation:\n${invitation.link}`);
  expect(mail.text).toContain("as Agent+");
  expect(mail.text).toContain("<script>alert(1)</script>");
  expect(mail.html).not.toMatch(/<script|<b>/);
  expect(mail.html).toContain("Tea &amp; &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(mail.html?.match(/href="[^"]*"/g)).toEqual([`href="${invitation.link}"`, `href="${invitation.link}"`]);
  expect(await state(invitation.id)).toMatchObject({ mailState: "sent", mailError: null });
  await mailInvitation({ workspaceId, invitationId: invitation.id });
  expect(server.arrived).toEqual([]);
});

test("a refused address is told with the server's words, and not tried again", async () => {
  const { workspaceId, invite, state } = await team("Refused");
  const invitation = await invite(`unknown-${randomUUID()}@example.com`);
  await mailInvitation({ workspaceId, invitationId: invitation.id });
  expect(await state(invitation.id)).toMatchObject({
    mailState: "failed",
    mailError: "The mail server said: 550 No such user here",
  });
  await mailInvitation({ workspaceId, invitationId: invitation.id });
  expect(server.arrived).toEqual([]);
});

test("a link that the present secret does not make is not sent", async () => {
  const { workspaceId, invite, state } = await team("Old secret");
  const invitation = await invite();
  await database().invitation.updateMany({ where: { id: invitation.id }, data: { tokenHash: new Uint8Array(32) } });
  await mailInvitation({ workspaceId, invitationId: invitation.id });
  expect(server.arrived).toEqual([]);
  expect(await state(invitation.id)).toMatchObject({ mailState: "failed" });
});

test("while the server is away the mail waits and says so; when it is back it is sent, once", async () => {
  await server.close();
  const { invite, state } = await team("Away");
  const worker = await startWorker({ pollMs: 200 });
  const invitation = await invite();
  await eventually(async () => (await state(invitation.id))?.mailError !== null);
  expect(await state(invitation.id)).toMatchObject({
    mailState: "waiting",
    mailError: "The mail server takes no mail at the moment; it is tried again",
  });
  server = await startMailServer(server.port);
  await eventually(async () => (await state(invitation.id))?.mailState === "sent", 15_000);
  await worker.stop();
  expect(server.arrived.splice(0).filter(({ to }) => to.includes(invitation.email))).toHaveLength(1);
  expect(await state(invitation.id)).toMatchObject({ mailState: "sent", mailError: null });
}, 40_000);
