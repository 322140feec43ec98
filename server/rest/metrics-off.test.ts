import { expect, test } from "vitest";
import { tellMetrics } from "./metrics.ts";

test("without METRICS_TOKEN there are no metrics, for nobody", async () => {
  const answer = await tellMetrics(
    new Request("http://localhost/metrics", { headers: { authorization: "Bearer undefined" } }),
  );
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("omnichannel_");
});
