// The walls of the house: who may import whom. docs/decisions/088 says why; an exception needs a record of its own.
const test = "[.]test[.]tsx?$";
const base =
  "^server/(ctx|db|errors|env|log|safe-fetch|provider-fetch|safe-address|http-exchange|http-download|crypto|page|phone|retry-after|text-rules|say|saying|read-said|error-columns|readiness|measure-tables|due)[.]ts$|^server/(generated|observe)/";
const doors = "^server/(graphql|rest|mcp)/|^server/work/(worker[.]ts|pool[.]ts|pump[.]ts|handlers[.]ts|handlers/)";
// blobs: where files lie. It knows bytes and keys; whose file it is, the uploads room says.
const services = "^server/(events|channels|auth|mail|blobs|readers)/|^server/work/(queue|lease|retry)[.]ts$";

// From the highest room to the lowest; rooms of one line do not know each other, but for those in brackets of their own: a message moves its
// conversation, and a change of the conversation writes a line among its messages.
const floors = [
  ["privacy"],
  ["broadcasts", "assistants", "gateway", "webchat", "replies", "reports", "notices"],
  ["bulk"],
  ["views", "merges"],
  [["conversations", "messages", "sending", "drafts", "media", "ratings"]],
  ["integrations"],
  ["clients"],
  ["api-keys"],
  ["agents", "tags", "webhooks", "credits", "uploads"],
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
      "Rooms call downwards only; where up is needed, a job is enqueued by name.",
      code(roomsPath(members)),
      { path: forbidden.length > 0 ? roomsPath(forbidden) : "^$" },
    );
  }),
);

// Who may load what opens connections: [what, its packages, the files that may, and where it leads]. All others ask safe-fetch.ts, which
// knows private addresses. What speaks to PostgreSQL alone is not here: DATABASE_URL is the operator's.
const connections = [
  [
    "sockets",
    "^(node:)?(http|https|http2|net|tls|dns|dgram)(/promises)?$",
    ["safe-fetch", "http/serve", "http/door-response", "work/worker-door", "cli/start", "cli/embedded-postgres"],
    "The guarded door resolves names; the others listen and answer, and ask nobody.",
  ],
  [
    "undici",
    "node_modules/undici/",
    ["safe-fetch", "provider-fetch"],
    "The guarded door, and the one to what the operator set.",
  ],
  ["storage", "node_modules/@aws-sdk/", ["blobs/s3-store", "cli/doctor/file-checks"], "S3_ENDPOINT."],
  ["mail", "node_modules/nodemailer/", ["mail/send-mail", "cli/doctor/mail-check"], "SMTP_URL."],
  ["stripe", "node_modules/stripe/", ["gateway/stripe", "gateway/create-credit-checkout"], "STRIPE_API_URL."],
  [
    "models",
    "node_modules/(openai|@pinecone-database)/",
    ["assistants/providers/model-server", "assistants/providers/provider-b"],
    "They are given a fetch that goes through the guarded door (guarded-fetch.ts).",
  ],
  ["traces", "node_modules/@opentelemetry/exporter-", ["observe/open-telemetry"], "OTEL_EXPORTER_OTLP_ENDPOINT."],
  ["push", "node_modules/web-push/", ["notices/send-push"], "It encrypts; the guarded door sends."],
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
      "What others wrote is parsed in reader processes: memory and time are limited there, and no other workspace waits. A browser previews its own person's file (csv-parse/dist/esm).",
      {
        path: "^(app|components|server|prisma)/",
        pathNot: `${test}|^server/testing/|^server/readers/(formats/|reader-process[.]ts$)`,
      },
      {
        path: "^server/readers/formats/|node_modules/(robots-parser|unpdf|mammoth|htmlparser2|marked|file-type|sharp|csv-parse/(?!dist/esm/))",
        dependencyTypesNot: ["type-only"],
      },
    ),
    wall("no-circles", "A circle has no lowest stone; types count too.", {}, { circular: true }),
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
      "A door calls a verb; it does not touch the database. The worker only closes it when it ends.",
      code(doors, { pathNot: `${test}|^server/work/worker[.]ts$` }),
      { path: "^server/db[.]ts$|^@prisma/|^pg$" },
    ),
    wall("rooms-know-no-door", "Verbs do not know who calls them.", code(`${rooms}|${services}|${base}`), {
      path: doors,
    }),
    wall("rooms-know-no-framework", "Verbs run without GraphQL and Next.", code(rooms), {
      path: "node_modules/(next|graphql|graphql-yoga|@pothos)/",
    }),
    wall(
      "services-know-no-room",
      "Events, queue, channels, auth, mail and blobs lie below the rooms.",
      code(services),
      {
        path: rooms,
      },
    ),
    wall("base-knows-nothing", "The base modules lie below everything.", code(base), {
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
      "What tests use is not part of the product.",
      { path: "^(app|components|server|prisma)/", pathNot: `${test}|^server/testing/` },
      { path: "^(server/testing|simulator|e2e|chaos|bench)/" },
    ),
    wall("commands-are-last", "Nothing imports a command.", code("^(app|components)/|^server/(?!cli/|testing/)"), {
      path: "^server/cli/",
    }),
    wall(
      "simulator-stands-outside",
      "A stand-in that shared code with the product would share its mistakes.",
      { path: "^simulator/", pathNot: test },
      { path: "^(server|components|app|prisma)/" },
    ),
    wall(
      "chaos-stands-outside",
      "What breaks the product and judges it shares no code with it; only the embedded database is ours to start.",
      { path: "^chaos/" },
      {
        path: "^(server|components|app|prisma|simulator|e2e)/",
        pathNot: "^server/cli/(embedded-postgres|prisma-client)[.]ts$",
      },
    ),
    wall(
      "bench-measures-from-outside",
      "A bench makes its rows with verbs and base modules; what it measures, it asks over HTTP and by a browser.",
      code("^bench/"),
      { path: "^(components|app|simulator|chaos|webchat)/|^server/(graphql|rest|mcp|jobs|testing)/" },
    ),
    wall(
      "nobody-needs-a-bench",
      "Nothing imports a bench.",
      { path: "^(simulator|e2e|chaos|webchat)/" },
      { path: "^bench/" },
    ),
    wall(
      "webchat-stands-alone",
      "What runs on other people's pages is nobody's neighbour: it shares a protocol with the server, and no code.",
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
      "The product runs without what only tests and tools need.",
      {
        path: "^(app|components|server|prisma|simulator|webchat)/",
        pathNot: `${test}|^server/testing/|^server/cli/(test|gen|sentence-params)`,
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
