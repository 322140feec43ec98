import { loadavg } from "node:os";

/** A result of a benchmark. Without a budget it is reported but not judged. */
export type Figure = {
  name: string;
  unit: "ms" | "MB" | "kB" | "%" | "times";
  seen: number;
  budget: number | null;
  /** How it was measured: the number of samples, the percentile, and other observations. */
  note: string;
  /** Runnable processes after the measurement. More than the machine's processors means that other work was running. */
  load: number;
};

export function figure(parts: Omit<Figure, "load" | "seen"> & { seen: number }): Figure {
  return { ...parts, seen: round(parts.seen), load: round(loadavg()[0] ?? 0) };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The value that `share` of the samples do not exceed (nearest rank). NaN if there are no samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** "n 20, p50 12.1, p95 30" */
export function spread(samples: readonly number[]): string {
  return `n ${samples.length}, p50 ${round(median(samples))}, p95 ${round(percentile(samples, 0.95))}, max ${round(Math.max(...samples))}`;
}

/** A figure that could not be measured (NaN) counts as missed. */
export function isMissed({ budget, seen }: Pick<Figure, "budget" | "seen">): boolean {
  return budget !== null && !(seen <= budget);
}

/** A Markdown table: budget, result, their ratio, whether it was kept, the load. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, seen, budget, note, load }) => {
    const said = budget === null ? "" : isMissed({ budget, seen }) ? "missed" : "ok";
    const ratio = budget === null ? "" : (seen / budget).toFixed(2);
    return [name, budget === null ? "" : `${budget} ${unit}`, `${seen} ${unit}`, ratio, said, String(load), note];
  });
  const head = ["what", "budget", "seen", "seen / budget", "", "load", "how"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
