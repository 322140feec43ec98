import { networkWords, refusalWords, type Refusal } from "../graphql/network-words.ts";

/** Why a form was refused: a sentence, and the problems by field. */
export type FormRefusal = { message: string; fields: Record<string, string> };

type Answer = { error?: Refusal };

/**
 * Sends the form of a signed-out page.
 * @param names the form's field names, for fields that the service names differently.
 * @returns the service's response, or why it refused.
 */
export async function postForm<T extends object>(
  path: string,
  values: object,
  names: Record<string, string> = {},
): Promise<{ done: T } | { refusal: FormRefusal }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(values),
    });
    const answer = (await response.json()) as T & Answer;
    if (response.ok) return { done: answer };
    const { message, fields } = refusalWords(answer.error ?? { message: networkWords("unreadable", response.status) });
    return {
      refusal: {
        message,
        fields: Object.fromEntries(fields.map((field) => [names[field.path] ?? field.path, field.message])),
      },
    };
  } catch {
    return { refusal: { message: networkWords("unreachable"), fields: {} } };
  }
}
