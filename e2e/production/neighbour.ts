import { createWorkspace, expect, test as base } from "../fixtures.ts";

const PAUSE_MS = 50;
/** Enough calls to measure the usual time without load. */
const QUIET_CALLS = 20;
/** A call below this is fast, whatever the usual time was. */
const QUICK_MS = 300;

/** Another workspace that reads its tags throughout a test. It must notice nothing. */
export const test = base.extend<object & { neighbour: undefined }>({
  neighbour: [
    async ({ product: { address, dataDir } }, use) => {
      const { workspaceId, apiKey } = await createWorkspace(dataDir, "neighbour");
      const query = "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }";
      const body = JSON.stringify({ query, variables: { input: { workspaceId } } });
      const headers = { "content-type": "application/json", authorization: apiKey };
      const complaints: string[] = [];
      const look = async (): Promise<number> => {
        const began = performance.now();
        const response = await fetch(`${address}/core/gq`, { method: "POST", headers, body });
        const text = await response.text();
        if (response.status !== 200 || text.includes('"errors"')) complaints.push(`${response.status} ${text}`);
        await new Promise((wait) => setTimeout(wait, PAUSE_MS));
        return performance.now() - began - PAUSE_MS;
      };
      const quiet: number[] = [];
      for (let i = 0; i < QUIET_CALLS; i++) quiet.push(await look());

      const meanwhile: number[] = [];
      let isOver = false;
      const looking = (async () => {
        while (!isOver) meanwhile.push(await look());
      })();
      await use(undefined);
      isOver = true;
      await looking;
      const [before, during] = [p95(quiet), p95(meanwhile)];
      console.log(
        `neighbour: p95 ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms during, ${meanwhile.length} calls`,
      );
      expect(complaints, "what another workspace was answered meanwhile").toEqual([]);
      expect(during, "another workspace's p95 in ms").toBeLessThanOrEqual(Math.max(QUICK_MS, 3 * before));
    },
    { auto: true },
  ],
});

function p95(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

export { expect };
