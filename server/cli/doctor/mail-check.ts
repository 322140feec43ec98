import { createTransport } from "nodemailer";
import { explain } from "../run.ts";
import { fail, hostOf, ok, warn, type Check, type Patient } from "./finding.ts";

const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** Signs in to the mail server and sends nothing. */
export const MAIL_CHECK: Check<Pick<Patient, "settings">> = {
  name: "mail",
  async run({ settings: { SMTP_URL } }) {
    if (!SMTP_URL) {
      return warn(
        "mail-not-set",
        "SMTP_URL is not set: invitations and notices reach nobody by mail",
        "Set SMTP_URL and MAIL_FROM",
      );
    }
    const transport = createTransport({ url: SMTP_URL, ...PATIENCE });
    try {
      await transport.verify();
      return ok(`${hostOf(SMTP_URL)} answers`);
    } catch (error) {
      const isRefused = error instanceof Error && "code" in error && error.code === "EAUTH";
      const where = `the mail server at ${hostOf(SMTP_URL)}`;
      return isRefused
        ? fail("mail-refused", `${where} refuses user or password`, "Correct them in SMTP_URL, percent-encoded")
        : fail(
            "mail-unreachable",
            `${where} does not answer: ${explain(error)}`,
            "See that host, port and protocol (smtps:// for port 465) of SMTP_URL are right, and that the way out is open",
          );
    } finally {
      transport.close();
    }
  },
};
