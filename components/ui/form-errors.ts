import { ApiError } from "../graphql/gql-request.ts";

/**
 * The service's refusal as errors by form field.
 * @param known the form's fields. Other problems, and refusals without a field, go under `form`.
 */
export function fieldErrors(error: Error, known: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error instanceof ApiError ? error.fields : []) {
    const field = known.find((name) => path === name || path.startsWith(`${name}.`) || path.endsWith(`.${name}`));
    errors[field ?? "form"] = message;
  }
  return Object.keys(errors).length > 0 ? errors : { form: error.message };
}
