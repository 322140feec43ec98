import {
  createTheme,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/** The only accent color: a deep sea green, calm next to photos and provider colors, readable on light and dark. */
const sea: MantineColorsTuple = [
  "#eaf6f3",
  "#d3ebe5",
  "#a6d6ca",
  "#76c0ae",
  "#4aa893",
  "#2a9079",
  "#147a66",
  "#0c6655",
  "#095244",
  "#073f35",
];

/** Danger. White text on it has a contrast of 4.5:1, and it has 3:1 against the backgrounds of both themes. */
const red: MantineColorsTuple = [
  "#fcebe9",
  "#f8d3cf",
  "#f5a49d",
  "#f28b82",
  "#ec7168",
  "#de5348",
  "#cd3a2f",
  "#b3261e",
  "#8f1d16",
  "#6b1510",
];

/** Neutral grays with a slight green tint, so that they match the accent. */
const gray: MantineColorsTuple = [
  "#f7f8f7",
  "#f0f2f1",
  "#e4e7e5",
  "#d3d8d5",
  "#b4bbb7",
  "#8b938f",
  "#66706b",
  "#4a534f",
  "#2f3633",
  "#1b201e",
];

const dark: MantineColorsTuple = [
  "#d7dcda",
  "#b5bcb9",
  "#929a96",
  "#69716d",
  "#3b4340",
  "#2c3330",
  "#222826",
  "#191e1c",
  "#141816",
  "#0e1110",
];

const TITLE = { fontSize: "1rem", fontWeight: 620 };

const look = createTheme({
  colors: { sea, red, gray, dark },
  primaryColor: "sea",
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.36,
  black: "#1b201e",
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  lineHeights: { xs: "1.35", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
  defaultRadius: "md",
  // People who set reduced motion in their system get no animations.
  respectReducedMotion: true,
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  focusRing: "auto",
  cursorType: "pointer",
  components: {
    Button: { defaultProps: { size: "sm" } },
    Badge: { defaultProps: { radius: "sm" }, styles: { root: { textTransform: "none", fontWeight: 550 } } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: true } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.4 },
        padding: "lg",
      },
      styles: { title: TITLE },
    },
    Drawer: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.4 } },
      styles: { title: TITLE },
    },
    Anchor: { defaultProps: { underline: "always" } },
  },
});

/** The theme. Close buttons of dialogs and toasts are icons: `close` is their accessible name. */
export function themeOf(close: string): MantineThemeOverride {
  const defaultProps = { closeButtonProps: { "aria-label": close } };
  return mergeThemeOverrides(look, {
    components: { Modal: { defaultProps }, Drawer: { defaultProps }, Notification: { defaultProps } },
  });
}

/**
 * Our own tokens, each with a light and a dark value. Sections use them (`var(--surface)`), never raw colors.
 * Text tokens have 4.5:1 on every surface token. `--line-strong` and the focus ring have 3:1.
 */
export const tokens: CSSVariablesResolver = () => ({
  variables: { "--bar-height": "56px", "--page-width": "960px" },
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-anchor": "#0f6f5d",
    "--mantine-color-dimmed": "#5d6662",
    "--mantine-color-placeholder": "#6f7873",
    "--mantine-color-gray-light-color": "#4a534f",
    "--mantine-color-yellow-light": "#fdf4dc",
    "--mantine-color-yellow-light-color": "#6b4e00",
    "--mantine-color-error": "#b3261e",
    "--mantine-color-red-light": "#fcebe9",
    "--mantine-color-red-light-color": "#a61b14",
    "--mantine-color-green-light-color": "#14632f",
    "--ground": "#f5f6f5",
    "--surface": "#ffffff",
    "--surface-hover": "#f2f4f3",
    "--surface-sunken": "#f0f2f1",
    "--surface-selected": "#e6f2ef",
    "--line": "#e3e6e4",
    "--line-strong": "#8b948f",
    "--text": "#1b201e",
    "--text-soft": "#565f5b",
    "--accent": "#0f6f5d",
    "--accent-soft": "#e1f1ed",
    "--note": "#fdf4dc",
    "--note-text": "#6b4e00",
    "--good": "#1a7a43",
    "--warn": "#8a5a00",
    "--bad": "#b3261e",
    "--bad-soft": "#fcebe9",
  },
  dark: {
    "--mantine-color-body": "#191e1c",
    "--mantine-color-anchor": "#5fc3ac",
    "--mantine-color-dimmed": "#9ba4a0",
    "--mantine-color-placeholder": "#8b948f",
    "--mantine-color-gray-light-color": "#b5bcb9",
    "--mantine-color-yellow-light": "#332a12",
    "--mantine-color-yellow-light-color": "#efd48a",
    "--mantine-color-error": "#f28b82",
    "--mantine-color-red-light": "#3a1f1d",
    "--mantine-color-red-light-color": "#f5a49d",
    "--mantine-color-green-light-color": "#8fdcae",
    "--ground": "#121614",
    "--surface": "#191e1c",
    "--surface-hover": "#212725",
    "--surface-sunken": "#141816",
    "--surface-selected": "#1b332d",
    "--line": "#2a312e",
    "--line-strong": "#77807c",
    "--text": "#e3e8e5",
    "--text-soft": "#a3aca8",
    "--accent": "#5fc3ac",
    "--accent-soft": "#17312b",
    "--note": "#332a12",
    "--note-text": "#efd48a",
    "--good": "#6cc891",
    "--warn": "#e2b055",
    "--bad": "#f28b82",
    "--bad-soft": "#3a1f1d",
  },
});
