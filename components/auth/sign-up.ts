import { networkWords } from "../graphql/network-words.ts";

export type SignUpValues = { name: string; workspaceName: string; email: string; password: string };

/** Why there is no account now: a sentence, and what is wrong with which field. */
export type SignUpRefusal = { message: string; fields: Record<string, string> };

type Answer = { error?: { message: string; fields?: { path: string; message: string }[] } };

/** Makes the account and its workspace; null when that went well. */
export async function signUp(values: SignUpValues): Promise<SignUpRefusal | null> {
  try {
    const response = await fetch("/api/sign-up", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(values),
    });
    if (response.ok) return null;
    const { error } = (await response.json()) as Answer;
    return {
      message: error?.message ?? networkWords("unreadable", response.status),
      fields: fieldsOf(error?.fields ?? []),
    };
  } catch {
    return { message: networkWords("unreachable"), fields: {} };
  }
}

function fieldsOf(problems: { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ path, message }) => [NAMES[path] ?? path, message]));
}

/** The service's names of fields, where the form's differ. */
const NAMES: Record<string, string> = {
  "input.name": "workspaceName",
  "input.ownerName": "name",
  "input.email": "email",
  "input.password": "password",
};
