import { beforeAll, expect, test } from "vitest";
import { database } from "../db.ts";
import { sessionCookieName } from "../auth/session.ts";
import { createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { answerPage } from "./answer-page.ts";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: Awaited<ReturnType<typeof createTestWorkspace>>;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
});

const bodyOf = (workspaceId: number) =>
  JSON.stringify({
    query: "query ($input: ViewerInput!) { viewer(input: $input) { userId role } }",
    variables: { input: { workspaceId } },
  });
const cookieOf = (token: string) => `locale=en; ${sessionCookieName()}=${token}`;
const refused = (code: string) => ({
  errors: [expect.objectContaining({ extensions: expect.objectContaining({ code }) as unknown })],
});

test("a page is answered as its reader, by their cookie alone", async () => {
  const member = await createTestMember(workspace.workspaceId, "AGENT");
  const answer = await answerPage("/core/gq", bodyOf(workspace.workspaceId), cookieOf(member.token));
  expect(answer).toMatchObject({ data: { viewer: { userId: member.userId, role: "AGENT" } } });
});

test("without a sign-in that holds, and in another workspace, it is refused as a browser is", async () => {
  const { token, sessionId } = await signInTestUser(workspace.userId);
  const body = bodyOf(workspace.workspaceId);
  expect(await answerPage("/core/gq", body, "")).toMatchObject(refused("UNAUTHENTICATED"));
  expect(await answerPage("/core/gq", bodyOf(other.workspaceId), cookieOf(token))).toMatchObject(
    refused("FORBIDDEN_WORKSPACE"),
  );
  await database().session.update({ where: { id: sessionId }, data: { revokedAt: new Date() } });
  expect(await answerPage("/core/gq", body, cookieOf(token))).toMatchObject(refused("UNAUTHENTICATED"));
});

test("the assistants' endpoint is asked under its own path", async () => {
  const { token } = await signInTestUser(workspace.userId);
  const query = "query ($input: AIsInput!) { ais(input: $input) { nodes { id } } }";
  const body = JSON.stringify({ query, variables: { input: { workspaceId: workspace.workspaceId } } });
  expect(await answerPage("/bot/gq", body, cookieOf(token))).toMatchObject({ data: { ais: { nodes: [] } } });
});
