import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { channelShape, customerShape } from "./channel-shapes.ts";
import type { PhoneOptions } from "./phone.ts";
import type { Receipts } from "./state.ts";
import type { Customer, SimulatedChannel } from "./talk.ts";

/** What the simulator needs to connect to the product's channels and webhook. */
export type Connection = {
  channels: SimulatedChannel[];
  webhooks: { name: string; secret: string }[];
  /** On the phone from the start. */
  customers: Customer[];
  /** Appear on the phone when an agent writes to them. */
  contacts: Customer[];
};

export type SimulatorOptions = Partial<Connection> &
  PhoneOptions & {
    /** The port of the page and the control API. If 0, any free port. The providers' stand-ins have separate ports. */
    port: number;
    /** The product's URL. */
    appUrl: string;
    receipts?: Receipts;
  };

/** The part of DATA_DIR/demo.json that the simulator uses. The start command writes the file. */
const demo = z.object({
  channels: z.array(channelShape),
  webhooks: z.array(z.object({ name: z.string(), secret: z.string() })),
  customers: z.array(customerShape),
  contacts: z.array(customerShape).default([]),
});

const port = z.coerce.number().int().min(1).max(65_535);

const settings = z.object({
  SIMULATOR_PORT: port.default(3001),
  SIMULATOR_GRAPH_PORT: port.optional(),
  SIMULATOR_TELEGRAM_PORT: port.optional(),
  APP_URL: z.url().optional(),
  PORT: port.default(3000),
  DATA_DIR: z.string().default(".data"),
  META_APP_ID: z.string().optional(),
  META_APP_SECRET: z.string().optional(),
  SIMULATOR_INTEGRATION_ID: z.string().optional(),
  SIMULATOR_VALIDATE_TOKEN: z.string().optional(),
  SIMULATOR_ACCESS_TOKEN: z.string().optional(),
  SIMULATOR_WEBHOOK_SECRET: z.string().optional(),
});

/**
 * Reads the simulator's settings. With SIMULATOR_INTEGRATION_ID, SIMULATOR_VALIDATE_TOKEN and SIMULATOR_ACCESS_TOKEN (and
 * optionally SIMULATOR_WEBHOOK_SECRET), it uses your own channel. Otherwise it uses the demo workspace's channels.
 * @throws Error with one sentence that says what to do.
 */
export function readConnection(source: NodeJS.ProcessEnv): SimulatorOptions & Connection {
  const parsed = settings.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join(".") ?? "Settings"}: ${issue?.message ?? "cannot be read"}`);
  }
  const values = parsed.data;
  const appUrl = (values.APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, "");
  const own = ownChannel(values);
  const dataDir = resolve(values.DATA_DIR);
  const { META_APP_ID: appId, META_APP_SECRET: appSecret } = values;
  return {
    ...(appId && appSecret ? { signInApp: { appId, appSecret } } : {}),
    port: values.SIMULATOR_PORT,
    graphPort: values.SIMULATOR_GRAPH_PORT ?? values.SIMULATOR_PORT + 1,
    telegramPort: values.SIMULATOR_TELEGRAM_PORT ?? values.SIMULATOR_PORT + 2,
    appUrl,
    ...(own ? own : { ...demoChannels(dataDir), memoryFile: join(dataDir, "simulator.json") }),
  };
}

function ownChannel(values: z.infer<typeof settings>): Connection | null {
  const { SIMULATOR_INTEGRATION_ID, SIMULATOR_VALIDATE_TOKEN, SIMULATOR_ACCESS_TOKEN, SIMULATOR_WEBHOOK_SECRET } =
    values;
  if (!SIMULATOR_INTEGRATION_ID) return null;
  if (!SIMULATOR_VALIDATE_TOKEN || !SIMULATOR_ACCESS_TOKEN) {
    throw new Error(
      "SIMULATOR_VALIDATE_TOKEN and SIMULATOR_ACCESS_TOKEN must be set when SIMULATOR_INTEGRATION_ID is set",
    );
  }
  return {
    channels: [
      {
        kind: "custom",
        slug: "channel",
        name: "My channel",
        integrationId: SIMULATOR_INTEGRATION_ID,
        validateToken: SIMULATOR_VALIDATE_TOKEN,
        accessToken: SIMULATOR_ACCESS_TOKEN,
      },
    ],
    webhooks: SIMULATOR_WEBHOOK_SECRET ? [{ name: "webhook", secret: SIMULATOR_WEBHOOK_SECRET }] : [],
    customers: [{ id: "customer-1", name: "Maria", surname: "Silva", phone: "", countryCode: "" }],
    contacts: [],
  };
}

function demoChannels(dataDir: string): Connection {
  let text: string;
  try {
    text = readFileSync(join(dataDir, "demo.json"), "utf8");
  } catch {
    throw new Error(
      "There is no demo workspace to play: run npm start once, or set SIMULATOR_INTEGRATION_ID, SIMULATOR_VALIDATE_TOKEN and SIMULATOR_ACCESS_TOKEN to a CUSTOM channel of yours.",
    );
  }
  const { channels, providers = [], ...facts } = JSON.parse(text) as { channels: object[]; providers?: object[] };
  const custom = channels.map((channel) => ({ kind: "custom", ...channel }));
  return demo.parse({ ...facts, channels: [...custom, ...providers] });
}
