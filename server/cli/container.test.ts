import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readSettings } from "../env.ts";

// These tests compare the names in the two files with the project. image.deep.test.ts builds the image and starts it.
const ROOT = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(resolve(ROOT, name), "utf8");
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));

const service = z.object({
  image: z.string().optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ disable: z.boolean().optional(), test: z.array(z.string()).optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  cap_drop: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
});
const compose = z
  .object({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
    secrets: z.record(z.string(), z.object({ environment: z.string() })),
    networks: z.object({
      default: z.object({
        ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), gateway: z.string() })]) }),
      }),
    }),
  })
  .parse(parse(read("deploy/compose.yaml"), { merge: true }));
const services = Object.entries(compose.services);
const own = services.filter(([, { build }]) => build?.dockerfile === "deploy/Dockerfile");
/** Services that run only if the operator asks for them. */
const watching = services.filter(([, { profiles }]) => profiles !== undefined);
const dockerfile = read("deploy/Dockerfile");

/** A command without `node`: its flags and its file. */
const scriptOf = (name: string) => (manifest.scripts[name] ?? "").replace(/^(exec )?node /, "").split(" ");

describe("compose.yaml", () => {
  test("runs web, worker and migrations as npm does", () => {
    expect(own.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
    for (const [name, { command = [] }] of own) {
      expect(command[0]).toBe("node");
      expect(command.slice(1)).toEqual(scriptOf(name));
      expect(existsSync(resolve(ROOT, command.at(-1) ?? ""))).toBe(true);
    }
  });

  test("sets settings that there are, to values that they take", () => {
    const values = {
      POSTGRES_PASSWORD: "abc123",
      APP_URL: "https://desk.example.com",
      NEXTAUTH_SECRET: "x".repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
      S3_ENDPOINT: "https://files.example.com",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
      METRICS_TOKEN: "0123456789abcdef",
    };
    const fill = (text: string) =>
      text.replace(/\$\{(\w+)(?::(?:-([^}]*)|\?[^}]*|\+([^}]*)))?\}/g, (_, name: string, or = "", given?: string) => {
        const value = values[name as keyof typeof values];
        return given === undefined ? (value ?? or) : value === undefined ? "" : given;
      });
    for (const [, { environment = {} }] of own) {
      const source = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
      const settings = readSettings({ NODE_ENV: "production", ...source });
      const given = Object.keys(source).filter((name) => source[name] !== "");
      expect(given.filter((name) => !(name in settings))).toEqual([]);
      // The only address from which a proxy on the machine can connect.
      expect(settings.TRUSTED_PROXIES).toEqual([compose.networks.default.ipam.config[0].gateway]);
      expect(settings.DATABASE_URL).toBe("postgres://omnichannel:abc123@postgres:5432/omnichannel");
      expect(Object.keys(source).filter((name) => !read("docs/settings.md").includes(`\`${name}\``))).toEqual([]);
    }
  });

  test("has no secret of its own: each must be given", () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret);
      for (const [setting, value] of Object.entries(environment)) {
        // ENCRYPTION_KEYS_OLD is empty by default.
        if (!/PASSWORD|SECRET|KEY|DATABASE_URL/.test(setting) || setting === "ENCRYPTION_KEYS_OLD") continue;
        // Compose refuses to start a service whose secret is not set, and the other services do not need it.
        if (setting.endsWith("__FILE")) {
          expect(secrets.map((secret) => `/run/secrets/${secret}`)).toContain(value);
          continue;
        }
        expect(value, `${setting} of ${name}`).toMatch(/\$\{[A-Z0-9_]+:\?[^}]+\}/);
      }
    }
  });

  test("watches every service, gives ours no power that they do not need, and keeps data in volumes", () => {
    for (const [name, { healthcheck, volumes = [] }] of services) {
      if (name !== "migrate" && name !== "web") expect(healthcheck?.test?.length, name).toBeGreaterThan(0);
      for (const volume of volumes) {
        const [source = "", , mode] = volume.split(":");
        if (!source.startsWith("./")) expect(Object.keys(compose.volumes)).toContain(source);
        else expect([existsSync(resolve(ROOT, "deploy", source)), mode], volume).toEqual([true, "ro"]);
      }
    }
    for (const [, { cap_drop }] of [...own, ...watching]) expect(cap_drop).toEqual(["ALL"]);
    const [, worker] = own.find(([name]) => name === "worker") ?? [];
    expect(worker?.healthcheck?.test?.slice(1, 4)).toEqual(["node", ...scriptOf("doctor")]);
    // Services that are not behind the proxy are reachable only from this machine.
    for (const [, { ports = [] }] of services) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test("starts monitoring and the mail sink only if they are asked for", () => {
    expect(watching.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ["prometheus", ["watch"]],
      ["grafana", ["watch"]],
      ["mail", ["trial"]],
    ]);
  });

  test("waits for what a service needs", () => {
    for (const [, { depends_on = {}, profiles }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(compose.services).toHaveProperty(name);
        // A service that always runs cannot wait for one that does not.
        if (!profiles) expect(compose.services[name]?.profiles).toBeUndefined();
        if (condition === "service_healthy") expect(compose.services[name]?.healthcheck?.test).toBeDefined();
      }
    }
  });
});

describe("Dockerfile", () => {
  test("is of the Node that the product pins, in both stages, and leaves root", () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    const pinned = `node:${manifest.dependencies.node}-bookworm-slim`;
    expect(bases).toEqual([pinned, pinned]);
    expect(dockerfile.lastIndexOf("USER node")).toBeGreaterThan(dockerfile.lastIndexOf("COPY --from"));
  });

  test("names commands and settings that there are", () => {
    const scripts = [...dockerfile.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
    expect(scripts).toEqual(["build", "pack"]);
    for (const name of scripts) expect(manifest.scripts).toHaveProperty(name);
    const [, environment = ""] = /ENV (NODE_ENV=.*)$/m.exec(dockerfile) ?? [];
    const settings = Object.fromEntries(environment.split(" ").map((pair) => pair.split("=")));
    expect(readSettings(settings as NodeJS.ProcessEnv)).toMatchObject({ DATA_DIR: "/data", PORT: 3000 });
    expect(dockerfile).toMatch(/EXPOSE 3000/);
    // The health check's path exists.
    expect(existsSync(resolve(ROOT, "app/readyz/route.ts"))).toBe(true);
  });

  test("starts as npm run web does", () => {
    const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect((JSON.parse(command) as string[]).slice(1)).toEqual(scriptOf("web"));
  });

  test("takes no secret and no data of the builder's along", () => {
    const ignored = read("deploy/Dockerfile.dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", ".data", "**/.env*", "node_modules"]));
  });
});
