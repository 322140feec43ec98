import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ArrivedMail = { from: string; to: string[]; mail: Email };

/** A real mail server on loopback. A third-party mail library reads its mail. Addresses named unknown-… do not exist there. */
export async function startMailServer(port = 0) {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith("unknown")) return done();
      done(Object.assign(new Error("No such user here"), { responseCode: 550 }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          arrived.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), mail });
          done();
        });
      });
    },
  });
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const listeningAt = (listening.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${listeningAt}`,
    port: listeningAt,
    arrived,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
