import type { Names } from "../list/resolve-query.ts";

type Lists = {
  agents: { id: string; name: string; surname?: string | null }[] | undefined;
  channels: { id: string; name: string }[] | undefined;
  stages: { id: string; tag: string }[] | undefined;
  broadcasts: { id: string; name: string }[] | undefined;
};

/** The names that conditions use for the workspace's agents, channels, stages and broadcasts. */
export function namesOf({ agents, channels, stages, broadcasts }: Lists): Names {
  return {
    owner: byName(agents, (agent) => [agent.name, [agent.name, agent.surname].filter(Boolean).join(" ")]),
    channel: byName(channels, ({ name }) => [name]),
    stage: byName(stages, ({ tag }) => [tag]),
    broadcast: byName(broadcasts, ({ name }) => [name]),
  };
}

/** The last name of an item is its full name. A full name takes precedence if two names are equal. */
function byName<Item extends { id: string }>(items: Item[] | undefined, wordsOf: (item: Item) => string[]) {
  const names = new Map<string, string>();
  for (const item of items ?? [])
    for (const name of wordsOf(item).slice(0, -1))
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), item.id);
  for (const item of items ?? []) {
    const whole = wordsOf(item).at(-1);
    if (whole) names.set(whole.toLowerCase(), item.id);
  }
  return names;
}
