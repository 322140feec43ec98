import { networkWords } from "../graphql/network-words.ts";

/** Why a form was refused: a sentence, and what is wrong with which field. */
export type FormRefusal = { message: string; fields: Record<string, string> };

type Answer = { error?: { message: string; fields?: { path: string; message: string }[] } };

/**
 * Sends a form of the pages before the portal.
 * @param names the form's names of fields, where the service's differ.
 * @returns the service's answer, or why it refused.
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
    const fields = (answer.error?.fields ?? []).map(({ path: input, message }) => {
      const name = input.replace(/^input\./, "");
      return [names[name] ?? name, message] as const;
    });
    return {
      refusal: {
        message: answer.error?.message ?? networkWords("unreadable", response.status),
        fields: Object.fromEntries(fields),
      },
    };
  } catch {
    return { refusal: { message: networkWords("unreachable"), fields: {} } };
  }
}
