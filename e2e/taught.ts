import { z } from "zod";
import { expect, test as base } from "./fixtures.ts";

const opened = z.object({ openPlayground: z.object({ builtInId: z.string() }) });
const read = z.object({ aiSources: z.object({ nodes: z.array(z.object({ title: z.string(), state: z.string() })) }) });

type Pages = Record<string, string>;

/** The workspace's built-in assistant, with a shop's page about delivery, and a number to try it with. */
export type Taught = {
  aiId: string;
  name: string;
  /** Puts other text pages into its draft, and waits until the assistant can answer from them. */
  draft: (pages: Pages) => Promise<void>;
};

const SOURCES = `query ($input: AISourcesInput!) { aiSources(input: $input) { nodes { title state } } }`;
const sourcesOf = (pages: Pages) => Object.entries(pages).map(([title, text]) => ({ kind: "text", title, text }));

/** A worker fixture: Playwright gives these tests their own worker, so that no other test uses its workspace. */
export const test = base.extend<object, { taught: Taught }>({
  taught: [
    async ({ core, bot }, use) => {
      await core(
        `mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) { convTTL } }`,
        {
          testNums: [{ phone: "+48600100200", active: true }],
        },
      );
      const { openPlayground } = opened.parse(
        await bot(`mutation ($input: PlaygroundOpenInput!) { openPlayground(input: $input) { builtInId } }`),
      );
      const aiId = openPlayground.builtInId;
      const ready = () =>
        expect
          .poll(async () => read.parse(await bot(SOURCES, { aiId })).aiSources.nodes.map(({ state }) => state), {
            timeout: 30_000,
          })
          .not.toContainEqual(expect.stringMatching(/waiting|reading|failed/));
      await bot(`mutation ($input: AIPatchInput!) { patchAi(input: $input) { id } }`, {
        id: aiId,
        integrationProperties: { sources: sourcesOf({ Delivery: COSTS("4.90") }), handover: { enabled: true } },
      });
      await ready();
      await use({
        aiId,
        name: "Built-in assistant",
        draft: async (pages) => {
          await bot(`mutation ($input: AIDraftInput!) { saveAiDraft(input: $input) { id } }`, {
            aiId,
            integrationProperties: { sources: sourcesOf(pages) },
          });
          await ready();
        },
      });
    },
    { scope: "worker" },
  ],
});

/** The shop's page about delivery, with this price. */
export const COSTS = (euros: string): string =>
  `# What does delivery cost?\n\nDelivery of a parcel costs € ${euros}.\n\n# How long does delivery take?\n\nParcels arrive within 2 to 4 working days.`;

export { expect };
