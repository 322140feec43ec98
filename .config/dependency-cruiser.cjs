// Import rules: which folder may import which. docs/decisions/088 says why. An exception needs a decision record.
const test = "[.]test[.]tsx?$";
const base =
  "^server/(ctx|db|errors|env|log|safe-fetch|provider-fetch|safe-address|http-exchange|http-download|crypto|page|phone|retry-after|text-rules|say|saying|read-said|error-columns|readiness|measure-tables|due)[.]ts$|^server/(generated|observe)/";
const doors = "^server/(graphql|rest|mcp)/|^server/work/(worker[.]ts|pool[.]ts|pump[.]ts|handlers[.]ts|handlers/)";
// blobs stores bytes under keys. Which workspace owns a file is decided in uploads.
const services = "^server/(events|channels|auth|mail|blobs|readers)/|^server/work/(queue|lease|retry)[.]ts$";

// Folders from the highest to the lowest. Those of one line do not import each other, except inside inner brackets: a message changes its
// conversation, and a change of the conversation writes a note among its messages.
const floors = [
  ["privacy"],
  ["broadcasts", "assistants", "gateway", "webchat", "replies", "reports", "notices"],
  ["bulk"],
  ["views", "merges"],
  [["conversations", "messages", "sending", "drafts", "media", "ratings"]],
  ["integrations"],
  ["clients"],
  ["api-keys"],
  ["agents", "tags", "webhooks", "credits", "uploads", "sso"],
  ["workspaces"],
];
const roomsPath = (rooms) => `^server/(${rooms.join("|")})/`;
const rooms = roomsPath(floors.flat(2));

const wall = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });
const code = (path, more = {}) => ({ path, pathNot: test, ...more });

const roomOrder = floors.flatMap((floor, height) =>
  floor.map((group) => {
    const members = [group].flat();
    const forbidden = floors
      .slice(0, height + 1)
      .flat(2)
      .filter((room) => !members.includes(room));
    return wall(
      `room-order-${members[0]}`,
      "A folder imports only lower ones. To reach a higher one, enqueue a job by name.",
      code(roomsPath(members)),
      { path: forbidden.length > 0 ? roomsPath(forbidden) : "^$" },
    );
  }),
);

// Which files may load packages that open connections: [name, packages, files, target]. All others use safe-fetch.ts, which refuses
// private addresses. PostgreSQL's driver is not listed, because DATABASE_URL is set by the operator.
const connections = [
  [
    "sockets",
    "^(node:)?(http|https|http2|net|tls|dns|dgram)(/promises)?$",
    [
      "safe-fetch",
      "http/serve",
      "http/door-response",
      "work/worker-door",
      "cli/start",
      "cli/embedded-postgres",
      "sso/txt-records",
    ],
    "safe-fetch.ts and sso/txt-records.ts resolve names. The others only listen and respond.",
  ],
  [
    "undici",
    "node_modules/undici/",
    ["safe-fetch", "provider-fetch", "http-exchange"],
    "safe-fetch.ts for customers' URLs, provider-fetch.ts for the operator's. http-exchange.ts makes what they send.",
  ],
  ["storage", "node_modules/@aws-sdk/", ["blobs/s3-store", "cli/doctor/file-checks"], "S3_ENDPOINT."],
  ["mail", "node_modules/nodemailer/", ["mail/send-mail", "cli/doctor/mail-check"], "SMTP_URL."],
  ["stripe", "node_modules/stripe/", ["gateway/stripe", "gateway/create-credit-checkout"], "STRIPE_API_URL."],
  [
    "models",
    "node_modules/(openai|@pinecone-database)/",
    ["assistants/providers/model-server", "assistants/providers/provider-b"],
    "They get a fetch that uses safe-fetch.ts (guarded-fetch.ts).",
  ],
  ["traces", "node_modules/@opentelemetry/exporter-", ["observe/open-telemetry"], "OTEL_EXPORTER_OTLP_ENDPOINT."],
  ["push", "node_modules/web-push/", ["notices/send-push"], "It encrypts. safe-fetch.ts sends."],
  [
    "single-sign-on",
    "node_modules/oauth4webapi/",
    ["sso/identity-provider"],
    "It gets a fetch that uses safe-fetch.ts.",
  ],
  [
    "sign-in",
    "node_modules/next-auth/(?!react/)",
    ["auth/next-auth", "auth/session"],
    "Google and GitHub, where the operator set them up.",
  ],
];

module.exports = {
  forbidden: [
    ...connections.map(([name, packages, files, where]) =>
      wall(
        `connects-${name}`,
        `One module opens connections to customers' addresses. ${where}`,
        {
          path: "^(app|components|server|prisma|webchat)/",
          pathNot: `${test}|^server/testing/|^server/(${files.join("|")})[.]ts$`,
        },
        { path: packages, dependencyTypesNot: ["type-only"] },
      ),
    ),
    wall(
      "readers-parse",
      "Foreign files are parsed in reader processes, with limits on memory and time, so that no other workspace waits. The browser may parse the person's own file (csv-parse/dist/esm), and the documentation is ours.",
      {
        path: "^(app|components|server|prisma)/",
        pathNot: `${test}|^server/testing/|^server/readers/(formats/|reader-process[.]ts$)|^server/rest/docs[.]ts$`,
      },
      {
        path: "^server/readers/formats/|node_modules/(robots-parser|unpdf|mammoth|htmlparser2|marked|file-type|sharp|csv-parse/(?!dist/esm/))",
        dependencyTypesNot: ["type-only"],
      },
    ),
    wall("no-circles", "No circular imports. Types count too.", {}, { circular: true }),
    wall("resolvable", "An import that does not resolve.", {}, { couldNotResolve: true }),
    wall(
      "pages-show",
      "Pages and layouts know components and server/for-pages.ts; nothing else of the server.",
      { path: "^app/.*(page|layout|error|not-found|loading)[.]tsx$" },
      { path: "^server/", pathNot: "^server/for-pages[.]ts$" },
    ),
    wall(
      "routes-open-doors",
      "A route file exports a door.",
      { path: "^app/.*route[.]ts$" },
      { path: "^server/|^components/", pathNot: `${doors}|^server/http/(door|body-bounds|cors)[.]ts$` },
    ),
    wall(
      "components-speak-http",
      "What runs in the browser talks to the server over HTTP only; it shares the rules of an import, which import nothing.",
      code("^components/"),
      { path: "^(server|app|prisma|simulator)/", pathNot: "^server/clients/split-cells[.]ts$" },
    ),
    wall(
      "doors-decide-nothing",
      "An endpoint calls an operation and does not use the database itself. The worker only closes it at the end.",
      code(doors, { pathNot: `${test}|^server/work/worker[.]ts$` }),
      { path: "^server/db[.]ts$|^@prisma/|^pg$" },
    ),
    wall(
      "rooms-know-no-door",
      "Operations do not import the endpoints that call them.",
      code(`${rooms}|${services}|${base}`),
      {
        path: doors,
      },
    ),
    wall("rooms-know-no-framework", "Verbs run without GraphQL and Next.", code(rooms), {
      path: "node_modules/(next|graphql|graphql-yoga|@pothos)/",
    }),
    wall(
      "services-know-no-room",
      "Events, queue, channels, auth, mail and blobs are below the other folders.",
      code(services),
      {
        path: rooms,
      },
    ),
    wall("base-knows-nothing", "The base modules are below everything else.", code(base), {
      path: `${rooms}|${services}`,
      pathNot: "^server/events/signal[.]ts$",
    }),
    wall(
      "channels-are-pure",
      "Properties in, HTTP out, value back: no database, no rooms.",
      code("^server/channels/"),
      { path: `^server/(db|ctx)[.]ts$|^server/generated/prisma/client|${rooms}` },
    ),
    wall(
      "tests-tools-in-tests",
      "The product does not import test tools.",
      { path: "^(app|components|server|prisma)/", pathNot: `${test}|^server/testing/` },
      { path: "^(server/testing|simulator|e2e|chaos|bench)/" },
    ),
    wall("commands-are-last", "Nothing imports a command.", code("^(app|components)/|^server/(?!cli/|testing/)"), {
      path: "^server/cli/",
    }),
    wall(
      "simulator-stands-outside",
      "A simulator that shares code with the product would share its faults.",
      { path: "^simulator/", pathNot: test },
      { path: "^(server|components|app|prisma)/" },
    ),
    wall(
      "chaos-stands-outside",
      "Fault tests share no code with the product, except to start the embedded database.",
      { path: "^chaos/" },
      {
        path: "^(server|components|app|prisma|simulator|e2e)/",
        pathNot: "^server/cli/(embedded-postgres|prisma-client)[.]ts$",
      },
    ),
    wall(
      "bench-measures-from-outside",
      "A benchmark creates its data with operations, and measures over HTTP and in a browser.",
      code("^bench/"),
      { path: "^(components|app|simulator|chaos|webchat)/|^server/(graphql|rest|mcp|jobs|testing)/" },
    ),
    wall(
      "nobody-needs-a-bench",
      "Nothing imports a benchmark.",
      { path: "^(simulator|e2e|chaos|webchat)/" },
      { path: "^bench/" },
    ),
    wall(
      "webchat-stands-alone",
      "The web chat runs on other sites. It shares a protocol with the server, and no code.",
      code("^webchat/"),
      { path: "^(server|components|app|prisma|simulator|e2e|chaos)/|node_modules/(?!preact/)" },
    ),
    wall(
      "webchat-is-served",
      "The product serves the web chat's bundle; nothing imports its sources.",
      { path: "^(server|components|app|prisma)/", pathNot: test },
      { path: "^webchat/" },
    ),
    wall(
      "no-dev-dependency",
      "The product does not import development dependencies.",
      {
        path: "^(app|components|server|prisma|simulator|webchat)/",
        pathNot: `${test}|^server/testing/|^server/cli/(test|gen|pack|sentence-params)`,
      },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
    ...roomOrder.filter((rule) => rule.to.path !== "^$"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^server/generated/prisma/(internal|models)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
