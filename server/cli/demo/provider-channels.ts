import { randomBytes, randomInt } from "node:crypto";

/** An account at one of the simulator's providers: the data that connects a demo channel, shared with the simulator. */
export type DemoProvider = { kind: string; slug: string; name: string; accessToken: string } & Record<string, string>;

const digits = (count: number) =>
  String(randomInt(1, 10)) + Array.from({ length: count - 1 }, () => randomInt(10)).join("");
const secret = () => randomBytes(16).toString("hex");
const token = (prefix: string) => prefix + randomBytes(24).toString("base64url").replaceAll(/[-_]/g, "x");

/** New accounts for this installation only. Anyone with their secrets could write as any contact of the demo. */
export function newDemoProviders(): DemoProvider[] {
  return [
    {
      kind: "whatsapp",
      slug: "whatsapp",
      name: "WhatsApp",
      accessToken: token("EAAG"),
      phoneNumberId: digits(15),
      wabaId: digits(15),
      appSecret: secret(),
      displayPhoneNumber: "+47 900 00 100",
    },
    {
      kind: "messenger",
      slug: "messenger",
      name: "Messenger",
      accessToken: token("EAAG"),
      accountId: digits(15),
      appId: digits(15),
      appSecret: secret(),
    },
    {
      kind: "instagram",
      slug: "instagram",
      name: "Instagram",
      accessToken: token("IGAA"),
      accountId: `178414${digits(11)}`,
      appId: digits(15),
      appSecret: secret(),
    },
    {
      kind: "telegram",
      slug: "telegram",
      name: "Telegram",
      accessToken: `${digits(9)}:${token("AA").slice(0, 35)}`,
      username: "northlight_home_bot",
    },
  ];
}

/** The channel type for a demo provider, with its integrationProperties and the provider's account id. */
export function integrationOf(provider: DemoProvider): {
  type: "WHATSAPP" | "FACEBOOK" | "INSTAGRAM" | "TELEGRAM";
  accountId: string | undefined;
  integrationProperties: Record<string, string | undefined>;
} {
  const { kind, accessToken, accountId, appId, appSecret, phoneNumberId, wabaId } = provider;
  switch (kind) {
    case "whatsapp":
      return {
        type: "WHATSAPP",
        accountId: phoneNumberId,
        integrationProperties: { accessToken, phoneNumberId, wabaId, appSecret },
      };
    case "messenger":
      return {
        type: "FACEBOOK",
        accountId,
        integrationProperties: { accessToken, pageId: accountId, appSecret, appId },
      };
    case "instagram":
      return { type: "INSTAGRAM", accountId, integrationProperties: { accessToken, accountId, appSecret, appId } };
    default:
      return { type: "TELEGRAM", accountId: accessToken.split(":")[0], integrationProperties: { accessToken } };
  }
}
