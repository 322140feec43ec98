/** Seconds in the reader's language, two units at most: "2 h 5 min". */
export function durationWords(seconds: number, locale: string): string {
  const unit = (value: number, name: "day" | "hour" | "minute" | "second") =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 0 }).format(
      value,
    );
  const whole = Math.round(seconds);
  if (whole < 60) return unit(whole, "second");
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return unit(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return [unit(hours, "hour"), ...(minutes % 60 ? [unit(minutes % 60, "minute")] : [])].join(" ");
  const days = Math.floor(hours / 24);
  return [unit(days, "day"), ...(hours % 24 ? [unit(hours % 24, "hour")] : [])].join(" ");
}
