import { expect, test } from "vitest";
import { ApiError } from "../graphql/gql-request.ts";
import { fieldErrors } from "./form-errors.ts";

const refusal = (...paths: string[]) =>
  new ApiError("BAD_INPUT", "no", { fields: paths.map((path) => ({ path, message: `wrong ${path}` })) });

test("a problem stands at the field it names, wherever in the input that is", () => {
  const known = ["url", "headers", "endpoint"];
  expect(fieldErrors(refusal("url"), known)).toEqual({ url: "wrong url" });
  expect(fieldErrors(refusal("headers.x-team"), known)).toEqual({ headers: "wrong headers.x-team" });
  expect(fieldErrors(refusal("integrationProperties.endpoint"), known)).toEqual({
    endpoint: "wrong integrationProperties.endpoint",
  });
});

test("a problem elsewhere, and a refusal that names no field, stand above the form", () => {
  expect(fieldErrors(refusal("name"), ["url"])).toEqual({ form: "wrong name" });
  expect(fieldErrors(new ApiError("CONFLICT", "taken"), ["url"])).toEqual({ form: "taken" });
  expect(fieldErrors(new Error("lost"), ["url"])).toEqual({ form: "lost" });
});
