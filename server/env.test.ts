import { describe, expect, test } from "vitest";
import { readEnv, readSettings, SettingError } from "./env.ts";

const needed = {
  DATABASE_URL: "postgres://u:p@db.example.com/x",
  NEXTAUTH_SECRET: "x".repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  NODE_ENV: "test" as const,
};

describe("readSettings", () => {
  test("has a default for everything that a trial needs", () => {
    expect(readSettings({ NODE_ENV: "test" })).toMatchObject({
      PORT: 3000,
      APP_URL: "http://localhost:3000",
      WORKERS: 1,
      LOG_LEVEL: "info",
      OUTBOUND_ALLOW: [],
      OUTBOUND_HTTPS_ONLY: "no",
      API_RATE_LIMIT: 100,
      API_COST_LIMIT: 20_000,
      API_COST_RATE: 100_000,
    });
  });

  test("takes an empty value as not set", () => {
    const settings = readSettings({ PORT: "", SMTP_URL: "", NODE_ENV: "test" });
    expect([settings.PORT, settings.SMTP_URL]).toEqual([3000, undefined]);
  });

  test("derives APP_URL from PORT and cuts a closing slash", () => {
    expect(readSettings({ PORT: "8080", NODE_ENV: "test" }).APP_URL).toBe("http://localhost:8080");
    expect(readSettings({ APP_URL: "https://chat.example.com/", NODE_ENV: "test" }).APP_URL).toBe(
      "https://chat.example.com",
    );
  });

  test("mails are from no-reply at the address people use, or from whom the setting names", () => {
    expect(readSettings({ APP_URL: "https://chat.example.com:8443", NODE_ENV: "test" }).MAIL_FROM).toBe(
      "Omnichannel <no-reply@chat.example.com>",
    );
    const MAIL_FROM = "Team post <post@example.com>";
    expect(readSettings({ MAIL_FROM, NODE_ENV: "test" }).MAIL_FROM).toBe(MAIL_FROM);
  });

  test("customers' addresses must be https in production, unless the setting says otherwise", () => {
    const asked = (source: NodeJS.ProcessEnv) => readSettings(source).OUTBOUND_HTTPS_ONLY;
    expect(asked({ NODE_ENV: "production" })).toBe("yes");
    expect(asked({ NODE_ENV: "production", OUTBOUND_HTTPS_ONLY: "no" })).toBe("no");
    expect(asked({ NODE_ENV: "test", OUTBOUND_HTTPS_ONLY: "yes" })).toBe("yes");
  });

  test.each([
    ["PORT", "abc", 'PORT: must be a whole number from 1 to 65535, but is "abc"'],
    ["PORT", "70000", 'PORT: must be a whole number from 1 to 65535, but is "70000"'],
    ["WORKERS", "-1", 'WORKERS: must be a whole number from 0 to 64, but is "-1"'],
    ["APP_URL", "chat.example.com", "APP_URL: must be an address that begins with http:// or https://"],
    ["DATABASE_URL", "mysql://x", "DATABASE_URL: must be an address that begins with postgres:// or postgresql://"],
    [
      "MAIL_FROM",
      "nobody",
      "MAIL_FROM: must be an e-mail address, like no-reply@example.com or Example <no-reply@example.com>",
    ],
    ["ENCRYPTION_KEY", "short", "ENCRYPTION_KEY: must be 32 random bytes in base64"],
    [
      "ENCRYPTION_KEYS_OLD",
      "short",
      "ENCRYPTION_KEYS_OLD: must be keys of 32 random bytes in base64 each, with commas between",
    ],
    ["TRUSTED_PROXIES", "all", 'TRUSTED_PROXIES: must be addresses or CIDR ranges with commas between, but has "all"'],
    ["NEXTAUTH_SECRET", "short", "NEXTAUTH_SECRET: must have 32 characters or more"],
    [
      "OUTBOUND_ALLOW",
      "10.0.0.0/8, nonsense",
      'OUTBOUND_ALLOW: must be addresses or CIDR ranges with commas between, but has "nonsense"',
    ],
    ["S3_BUCKET", "files", "S3_ENDPOINT: must be set when S3_BUCKET is set"],
    ["GITHUB_ID", "id", "GITHUB_SECRET: must be set when GITHUB_ID is set"],
    ["METRICS_PORT", "9464", "METRICS_TOKEN: must be set when METRICS_PORT is set"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", 'OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1, but is "1.5"'],
  ])("refuses %s=%s in one sentence", (name, value, sentence) => {
    expect(() => readSettings({ NODE_ENV: "test", [name]: value })).toThrow(new SettingError(sentence));
  });
});

describe("readEnv", () => {
  test("passes when database and secrets are there", () => {
    expect(readEnv(needed)).toMatchObject({ DATABASE_URL: needed.DATABASE_URL });
  });

  test.each(["DATABASE_URL", "NEXTAUTH_SECRET", "ENCRYPTION_KEY"])("refuses to go without %s", (name) => {
    expect(() => readEnv({ ...needed, [name]: undefined })).toThrow(name);
  });
});
