import { caller, createWorkspace, expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

test("the running product says that it lives and that it is ready", async ({ request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  const ready = await request.get("/readyz");
  expect(ready.status()).toBe(200);
  expect(await ready.json()).toEqual({ status: "ready" });
});

test("a workspace made with the command line answers to its key", async ({ product }) => {
  const workspace = await createWorkspace(product.dataDir, "operations");
  const core = caller(`${product.address}/core/gq`, workspace);
  const data = await core("query ($input: ConvsInput!) { convs(input: $input) { nodes { id } } }");
  expect(workspace.workspaceId).toBeGreaterThan(0);
  expect(data).toEqual({ convs: { nodes: [] } });
});

test("the sign-in that the start command prints opens the demo workspace", async ({ page, product }) => {
  await signIn(page, product.demo);
  expect(new URL(page.url()).pathname).toContain(`/${product.demo.workspaceId}/`);
});
