import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Files where Next, or a tool, insists on a default export. */
const DEFAULT_EXPORTS = [
  "app/**/*.{ts,tsx}",
  "*.config.{ts,js}",
  "e2e/playwright.config.ts",
  "e2e/global-setup.ts",
  "server/testing/flaky-reporter.ts",
  "components/i18n/request.ts",
  "webchat/css.d.ts",
];

/**
 * Who may speak HTTP to the outside with what the platform brings. Everybody else asks server/safe-fetch.ts, which knows private
 * addresses; packages that open connections are held by the walls (.dependency-cruiser.cjs).
 */
const OWN_HTTP = [
  "server/testing/**",
  "server/cli/test.ts",
  // Asks the operator's own APP_URL, as a browser would.
  "server/cli/doctor/app-checks.ts",
  "components/**",
  "webchat/**",
  "simulator/**",
  "e2e/**",
  "bench/**",
  "chaos/**",
  "**/*.test.ts",
];

const CONNECTING = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"];
const GUARDED = "Use server/safe-fetch.ts.";

const refuseDefaultExport = {
  selector: "ExportDefaultDeclaration",
  message: "Default exports are for Next's files only.",
};
/** What stands in a page is text and elements of ours; what leads elsewhere was looked at. */
const refuseMarkup = [
  {
    selector:
      "JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcDoc)$/], AssignmentExpression[left.property.name=/^(inner|outer)HTML$/], CallExpression[callee.property.name='insertAdjacentHTML']",
    message: "Text is text: let React draw it.",
  },
  {
    selector:
      "JSXAttribute[name.name='href'] > JSXExpressionContainer > :matches(Identifier[name!=/[hH]ref$/], MemberExpression[computed=false][property.name!=/[hH]ref$/], MemberExpression[computed=true][object.name!=/[hH]refOf$/], LogicalExpression[left.type!='CallExpression'], TemplateLiteral[quasis.0.value.raw!=/^(#|\\x2f|https:\\x2f\\x2f[a-z.]+\\x2f)/])",
    message:
      "An address out of data goes through safeHref (components/ui/safe-href.ts) into a name that ends with href.",
  },
  {
    selector:
      "JSXOpeningElement[name.name='iframe'] > JSXAttribute[name.name='src'] > JSXExpressionContainer > :not(TemplateLiteral[quasis.0.value.raw=/^\\x2f[a-z]/])",
    message: "A frame shows a path of our own.",
  },
];
const refuseEnum = { selector: "TSEnumDeclaration", message: "Use a union; Node runs these files as they are." };

export default tseslint.config(
  {
    ignores: [
      "node_modules/",
      ".next*/",
      ".data/",
      "server/generated/",
      "webchat/dist/",
      "components/graphql/*-env.d.ts",
      "next-env.d.ts",
      "bench/results/",
    ],
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // It takes assertions for needless that the compiler asks for (a value for a generic JSON column).
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/only-throw-error": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-syntax": ["error", refuseDefaultExport, refuseEnum, ...refuseMarkup],
      "no-restricted-globals": ["error", ...CONNECTING.map((name) => ({ name, message: GUARDED }))],
      "no-restricted-properties": [
        "error",
        ...CONNECTING.map((property) => ({ object: "globalThis", property, message: GUARDED })),
        { object: "process", property: "getBuiltinModule", message: "Import it, so that the walls see it." },
      ],
      "no-restricted-imports": [
        "error",
        { paths: [{ name: "jose", importNames: ["createRemoteJWKSet"], message: GUARDED }] },
      ],
    },
  },
  { files: DEFAULT_EXPORTS, rules: { "no-restricted-syntax": ["error", refuseEnum, ...refuseMarkup] } },
  { files: OWN_HTTP, rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" } },
  {
    files: ["**/*.test.ts", "e2e/**"],
    rules: {
      // `expect.any(…)` inside an expected object, and page objects taken apart, are how tests read best.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    // Tests of faults tell their figures.
    files: ["server/**/*.test.ts"],
    rules: { "no-console": ["error", { allow: ["info"] }] },
  },
  {
    files: ["server/cli/**", "server/testing/**", "prisma/**", "simulator/**", "e2e/**", "bench/**", "chaos/**"],
    rules: { "no-console": "off" },
  },
  {
    // A site's developer is told in the browser's console what they got wrong.
    files: ["webchat/loader.ts"],
    rules: { "no-console": ["error", { allow: ["warn"] }] },
  },
  {
    files: ["**/*.tsx", "components/**/*.ts"],
    extends: [reactHooks.configs.flat["recommended-latest"] ?? reactHooks.configs.flat.recommended],
  },
);
