import { loadavg } from "node:os";

/** One question of a bench and its answer. Without a budget it is told and not judged. */
export type Figure = {
  name: string;
  unit: "ms" | "MB" | "kB" | "%" | "times";
  seen: number;
  budget: number | null;
  /** How it was come by: how many samples, which percentile, what else was seen. */
  note: string;
  /** Processes that wanted a processor when it had been measured: above the machine's own count others were working too. */
  load: number;
};

export function figure(parts: Omit<Figure, "load" | "seen"> & { seen: number }): Figure {
  return { ...parts, seen: round(parts.seen), load: round(loadavg()[0] ?? 0) };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The value that `share` of the samples do not exceed (nearest rank); NaN of none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** "n 20, p50 12.1, p95 30" */
export function spread(samples: readonly number[]): string {
  return `n ${samples.length}, p50 ${round(median(samples))}, p95 ${round(percentile(samples, 0.95))}, max ${round(Math.max(...samples))}`;
}

/** A figure that could not be taken is missed, and so is one that is no number. */
export function isMissed({ budget, seen }: Pick<Figure, "budget" | "seen">): boolean {
  return budget !== null && !(seen <= budget);
}

/** A Markdown table: budget, seen, their ratio, whether it was kept, the load. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, seen, budget, note, load }) => {
    const said = budget === null ? "" : isMissed({ budget, seen }) ? "missed" : "ok";
    const ratio = budget === null ? "" : (seen / budget).toFixed(2);
    return [name, budget === null ? "" : `${budget} ${unit}`, `${seen} ${unit}`, ratio, said, String(load), note];
  });
  const head = ["what", "budget", "seen", "seen / budget", "", "load", "how"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
