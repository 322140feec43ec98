/** A test, as its file and its title including its describes. */
export type TestName = `${string}.ts: ${string}`;

/** For a row that no test can cover yet: the subject of the issue that will. */
export type Later = { later: string };

/** A sentence that only introduces what follows, or contains nothing that software could fulfil. */
export const INTRODUCES = "introduces";

export type Held = TestName | Later | typeof INTRODUCES;

/** By heading of contract.md: each row by its name, each rule and sentence by its first words, and the tests that cover it. */
export type RowTests = Record<string, Record<string, Held | readonly Held[]>>;

export function inFile(path: string): (title: string) => TestName {
  return (title) => `${path.replace(/\.ts$/, "")}.ts: ${title}`;
}

/** The tests of fields, whose titles are the field names of the contract. */
export function fieldsIn(path: string, heading: string, names: string[]): Record<string, TestName> {
  return Object.fromEntries(names.map((name) => [name, inFile(path)(`${heading} › ${name}`)]));
}

export function later(subject: string): Later {
  return { later: subject };
}
