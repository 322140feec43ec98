import { randomUUID } from "node:crypto";
import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../outside.ts";

test("a custom channel is made in the portal, shows its tokens once and takes a message at the address it tells", async ({
  ownerPage: page,
  workspace: { workspaceId },
  outside,
  request,
}) => {
  const name = `Loyalty app ${randomUUID().slice(0, 6)}`;
  await page.goto(`/${workspaceId}/channels`);
  await page.getByRole("button", { name: "Add custom channel" }).first().click();
  const form = page.getByRole("dialog", { name: "Add a custom channel" });
  await form.getByRole("button", { name: "Add channel" }).click();
  await expect(form.getByText("Give the channel a name")).toBeVisible();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Endpoint").fill(outside.simulator.endpointUrl("loyalty"));
  await form.getByLabel("Sender id").fill("loyalty");
  const validateToken = await form.getByLabel("Validate token").inputValue();
  const accessToken = await form.getByLabel("Access token").inputValue();
  expect([validateToken.length, accessToken.length].every((length) => length >= 20)).toBe(true);
  await form.getByRole("button", { name: "Add channel" }).click();

  const ready = page.getByRole("dialog", { name: `“${name}” is ready` });
  const ingressUrl = /https?:\S+\/ext\/v1\/incoming\/custom\/[0-9a-f-]{36}/.exec(await ready.innerText())?.[0] ?? "";
  await ready.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText(validateToken)).toHaveCount(0);

  const customer = outside.newCustomer("Loyal");
  const sent = await request.post(ingressUrl, {
    headers: { "x-validate-token": validateToken },
    data: {
      content: "How many points do I have?",
      type: "text",
      senderId: customer.id,
      clientInfo: { name: customer.name, surname: customer.surname },
    },
  });
  expect(sent.status()).toBe(200);
  await goToInbox(page, workspaceId);
  await expect(inbox(page).row(customer)).toContainText("How many points do I have?");
});
