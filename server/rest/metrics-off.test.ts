import { expect, test } from "vitest";
import { askApp } from "../testing/ask-app.ts";

test("without METRICS_TOKEN there are no metrics, for nobody", async () => {
  const answer = await askApp(
    new Request("http://localhost/metrics", { headers: { authorization: "Bearer undefined" } }),
  );
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("omnichannel_");
});
