import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** What a push service received for one browser. */
export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A browser vendor's push service on loopback. It stores what it receives. `answer` is its response status. */
export async function startPushService() {
  const state = { answer: 201, pushed: [] as Pushed[] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      state.pushed.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(state.answer).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

/** A browser subscribed to it: the subscription that its page sends, and how it decrypts messages. */
export function subscribedBrowser(origin: string) {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${origin}/push/${randomUUID()}`;
  return {
    input: {
      endpoint,
      p256dh: own.getPublicKey("base64url"),
      auth: auth.toString("base64url"),
      timeZone: "Europe/Berlin",
    },
    path: new URL(endpoint).pathname,
    /** Decrypts RFC 8291 over RFC 8188, one record, as a browser does. */
    open(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const senderKey = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + senderKey.length);
      const about = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), senderKey]);
      const shared = hkdfSync("sha256", own.computeSecret(senderKey), auth, about, 32);
      const part = (info: string, length: number) =>
        Buffer.from(hkdfSync("sha256", Buffer.from(shared), salt, `Content-Encoding: ${info}\0`, length));
      const opening = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
      opening.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}
