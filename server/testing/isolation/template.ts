export const TEMPLATE = {
  templateName: "hello",
  templateLang: "en",
  templateComponents: [{ type: "body", text: "Hi {{name}}: {{phone}} {{email}} {{address}}" }],
};

/** The segments that a broadcast is for, and those that it leaves out. */
export const SEGMENTS = {
  segmentId: ["segment", "NOT_FOUND"],
  "excludeSegmentIds.0": ["segment", "NOT_FOUND"],
} as const;
