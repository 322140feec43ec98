/** A test, as its file and its title under its describes. */
export type TestName = `${string}.ts: ${string}`;

/** What the row is when no test of ours can hold it yet: the subject of the issue that brings it. */
export type Later = { later: string };

/** A sentence that only leads to what follows it, or says nothing that software could keep. */
export const INTRODUCES = "introduces";

export type Held = TestName | Later | typeof INTRODUCES;

/**
 * Under the headings of contract.md: each row by its name, each rule and sentence by its first words, and the tests that hold it.
 */
export type RowTests = Record<string, Record<string, Held | readonly Held[]>>;

export function inFile(path: string): (title: string) => TestName {
  return (title) => `${path.replace(/\.ts$/, "")}.ts: ${title}`;
}

/** The tests of fields, which are called as the contract calls the fields. */
export function fieldsIn(path: string, heading: string, names: string[]): Record<string, TestName> {
  return Object.fromEntries(names.map((name) => [name, inFile(path)(`${heading} › ${name}`)]));
}

export function later(subject: string): Later {
  return { later: subject };
}
