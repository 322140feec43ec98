import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync, crc32 } from "node:zlib";
import { inDatabase } from "../database.ts";
import { goToInbox, inbox, reloadInbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

// The product fetches files that a customer's system names by URL, so that no other host learns who views them.

function png(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])), 4);
    return Buffer.concat([ends.subarray(0, 4), Buffer.from(type), data, ends.subarray(4)]);
  };
  const header = Buffer.from("00000000000000000802000000", "hex");
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  const line = Buffer.concat([Buffer.alloc(1), Buffer.from("008080".repeat(size), "hex")]);
  const lines = Buffer.concat(Array.from({ length: size }, () => line));
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

/** An external host. It records the requested paths and user agents. */
async function startHost() {
  const asked: { path: string; by: string }[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push({ path: url, by: headers["user-agent"] ?? "" });
    const isPicture = url.endsWith(".png");
    response.setHeader("content-type", isPicture ? "image/png" : "text/html");
    response.end(isPicture ? png(300) : "<h1>No picture</h1>");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name,
    address: (path: string) => `http://${name}${path}`,
    asked: (path: string) => asked.filter((each) => each.path === path),
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

test(
  "a picture that lies elsewhere is shown, and the browser asks no other host for it",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, product, outside }) => {
    const host = await startHost();
    const foreign: string[] = [];
    page.context().on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== product.address) foreign.push(request.url());
    });
    try {
      const customer = outside.newCustomer("Picture");
      const write = async (type: "text" | "image" | "video", content: string): Promise<void> => {
        const { status } = await outside.simulator.write("shop", customer, { type, content });
        expect(status).toBe("accepted");
      };
      const paths = { photo: `/${randomUUID()}.png`, face: `/${randomUUID()}.png` };
      await write("text", "Here is what arrived");
      await inDatabase(product.dataDir, (client) =>
        client.query(`update "Client" set "avatarUrl" = $1 where "workspaceId" = $2 and surname = $3`, [
          host.address(paths.face),
          workspaceId,
          customer.surname,
        ]),
      );
      await write("image", host.address(paths.photo));
      await write("image", host.address("/no-picture"));
      await write("video", host.address("/unboxing.mp4"));

      await goToInbox(page, workspaceId);
      const { open, row, log } = inbox(page);
      const width = (image: HTMLImageElement) => image.naturalWidth;
      await expect.poll(() => row(customer).locator("img").evaluate(width)).toBe(128);
      await open(customer);
      // A file that is not a picture shows a message and its location.
      const broken = log(customer).getByRole("link", { name: `Cannot be shown here. Open at ${host.name}` });
      await expect(broken).toHaveAttribute("href", host.address("/no-picture"));
      const photo = log(customer).getByRole("img", { name: "Photo" });
      await expect.poll(() => photo.evaluate(width)).toBe(300);

      await photo.click();
      const large = page.getByRole("dialog", { name: "Photo" });
      await expect.poll(() => large.getByRole("img", { name: "Photo" }).evaluate(width)).toBe(300);
      await expect(large.getByRole("link", { name: "Open the original" })).toHaveAttribute(
        "href",
        host.address(paths.photo),
      );
      await page.keyboard.press("Escape");
      await reloadInbox(page);
      await expect(broken).toBeVisible();
      await expect.poll(() => photo.evaluate(width)).toBe(300);

      expect(foreign).toEqual([]);
      for (const path of [paths.photo, paths.face])
        expect(host.asked(path)).toEqual([{ path, by: "Omnichannel-Pictures/1.0" }]);

      // A video loads only on request, and the button names the host.
      expect(host.asked("/unboxing.mp4")).toEqual([]);
      await log(customer)
        .getByRole("button", { name: `Play from ${host.name}` })
        .click();
      await expect.poll(() => host.asked("/unboxing.mp4").length).toBeGreaterThan(0);
      expect(new Set(foreign)).toEqual(new Set([host.address("/unboxing.mp4")]));
    } finally {
      await host.stop();
    }
  },
);
