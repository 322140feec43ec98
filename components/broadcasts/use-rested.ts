"use client";

import { useDebouncedValue } from "@mantine/hooks";

/** Long enough not to count everybody at every key. */
const REST_MS = 500;

/** The value, once it has stayed the same for half a second; what is equal as JSON is the same. */
export function useRested<Value>(value: Value): Value {
  const [text] = useDebouncedValue(JSON.stringify(value), REST_MS);
  return JSON.parse(text) as Value;
}
