import classes from "./wordmark.module.css";

/** The product's logo and name. */
export function Wordmark() {
  return (
    <div className={classes.wordmark}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden focusable="false">
        <rect width="32" height="32" rx="9" fill="var(--accent)" />
        <path
          d="M9 10.5h14a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6.5L12 24v-3.5H9a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2Z"
          fill="var(--surface-2)"
        />
        <circle cx="12" cy="15.5" r="1.4" fill="var(--accent)" />
        <circle cx="16" cy="15.5" r="1.4" fill="var(--accent)" />
        <circle cx="20" cy="15.5" r="1.4" fill="var(--accent)" />
      </svg>
      <span>Omnichannel</span>
    </div>
  );
}
