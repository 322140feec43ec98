export const TEMPLATE = {
  templateName: "hello",
  templateLang: "en",
  templateComponents: [{ type: "body", text: "Hi {{name}}: {{phone}} {{email}} {{address}}" }],
};
