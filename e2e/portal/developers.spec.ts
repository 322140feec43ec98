import { expect, test } from "../fixtures.ts";

const AGENTS = `query ($input: AgentsInput!) { agents(input: $input) { nodes { id } } }`;

test(
  "a key is shown once, works, and is refused within a second of its end",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, request }) => {
    await page.goto(`/${workspaceId}/developers`);
    await page.getByRole("button", { name: "Create key" }).first().click();
    const label = `Nightly export ${Date.now()}`;
    await page.getByLabel("Label").fill(label);
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: "Your new key" });
    await expect(shown).toContainText("It is shown only this once");
    const key = /svck_[0-9A-Za-z]{36}/.exec(await shown.innerText())?.[0] ?? "";
    expect(key).not.toBe("");
    await shown.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("row", { name: new RegExp(label) })).toContainText("svck_…");
    await expect(page.getByText(key)).toHaveCount(0);

    const call = async () => {
      const answer = await request.post("/core/gq", {
        headers: { authorization: key },
        data: { query: AGENTS, variables: { input: { workspaceId } } },
      });
      return (await answer.json()) as {
        data?: { agents: { nodes: unknown[] } } | null;
        errors?: { message: string }[];
      };
    };
    expect((await call()).data?.agents.nodes).not.toHaveLength(0);

    await page.getByRole("button", { name: `Delete key ${label}` }).click();
    await page.getByRole("button", { name: "Delete key", exact: true }).click();
    await expect(page.getByRole("row", { name: new RegExp(label) })).toHaveCount(0);
    const deletedAt = Date.now();
    let answeredAt = deletedAt;
    await expect(async () => {
      // The time of the request: a slow machine may answer later.
      const askedAt = Date.now();
      const { errors } = await call();
      if (!errors) answeredAt = askedAt;
      expect(errors?.[0]?.message).toBe("Invalid API key");
    }).toPass({ timeout: 10_000, intervals: [50] });
    expect(answeredAt - deletedAt).toBeLessThan(1_000);
  },
);

test("a key with limits says so, and is refused from elsewhere", async ({
  ownerPage: page,
  workspace: { workspaceId },
  request,
}) => {
  await page.goto(`/${workspaceId}/developers`);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const label = `Limited ${Date.now()}`;
  const form = page.getByRole("dialog");
  await form.getByLabel("Label").fill(label);
  for (const name of ["Contacts, with", "All conversations", "Broadcasts", "Settings, channels"])
    await form.getByRole("checkbox", { name }).uncheck();
  await form.getByLabel("Expires").click();
  await page.getByRole("option", { name: "In 30 days" }).click();
  await form.getByLabel("Only from these addresses").fill("nowhere");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form).toContainText("instead of “nowhere”");
  await form.getByLabel("Only from these addresses").fill("203.0.113.0/24\n2001:db8::/32");
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const key = /svck_[0-9A-Za-z]{36}/.exec(await shown.innerText())?.[0] ?? "";
  await shown.getByRole("button", { name: "I have stored it" }).click();
  const row = page.getByRole("row", { name: new RegExp(label) });
  await expect(row).toContainText("0 of 4 permissions");
  await expect(row).toContainText("From 2 networks");
  await expect(row).toContainText(/Expires \d/);
  await expect(row).toContainText("Never");
  const answer = await request.post("/core/gq", {
    headers: { authorization: key },
    data: { query: AGENTS, variables: { input: { workspaceId } } },
  });
  expect(await answer.json()).toMatchObject({
    errors: [{ message: "Invalid API key", extensions: { hint: expect.stringContaining("may not be used from") } }],
  });
});

test(
  "a webhook is added with a secret that verifies what it gets, and its deliveries are listed",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, outside }) => {
    const name = `orders-${Date.now()}`;
    await page.goto(`/${workspaceId}/developers/webhooks`);
    await page.getByRole("button", { name: "Add webhook" }).first().click();
    const form = page.getByRole("dialog", { name: "Add a webhook" });
    await form.getByLabel("Label").fill(name);
    await form.getByLabel("Address").fill(outside.simulator.webhookUrl(name));
    const ofPlayground = form.getByRole("checkbox", { name: "Include events of the playground" });
    await ofPlayground.check();
    await form.getByRole("combobox", { name: "Event" }).fill("INCOMING");
    await page.getByRole("option", { name: "INCOMING_MESSAGE" }).click();
    await expect(ofPlayground).toBeHidden();
    await form.getByRole("button", { name: "Add webhook" }).click();
    const shown = page.getByRole("dialog", { name: "Signing secret" });
    const secret = /whsec_[A-Za-z0-9+/=]+/.exec(await shown.innerText())?.[0] ?? "";
    expect(secret).not.toBe("");
    outside.simulator.addWebhook(name, secret);
    await shown.getByRole("button", { name: "I have stored it" }).click();

    const { messageId } = await outside.write(outside.newCustomer("Hook"), "Ring ring");
    const deliveries = () => outside.simulator.webhooks().filter((entry) => entry.name === name);
    await expect.poll(() => deliveries().length).toBe(1);
    expect(deliveries()).toMatchObject([{ event: "INCOMING_MESSAGE", verified: true, attempts: 1 }]);
    expect(deliveries()[0]?.body).toContain(messageId);

    await page.getByRole("link", { name: `Delivery log of ${name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Delivery log of ${name}` })).toBeVisible();
    await page.getByRole("button", { name: /^Message received/ }).click();
    const panel = page.getByRole("complementary", { name: "Message received" });
    await expect(panel.getByRole("region", { name: "Attempts" })).toContainText("Status 200");
    await expect(panel.getByLabel("What we sent", { exact: true })).toContainText(messageId);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  },
);
