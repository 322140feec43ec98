/** A message template as listed by the provider. `id` is the provider's. */
export type ProviderTemplate = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  libraryTemplateName: string | null;
  qualityScore: string | null;
} & TemplateDefinition;

/** The parts that determine how a template must be filled, in the provider's format. */
export type TemplateDefinition = { parameterFormat: string | null; components: unknown };

/** All templates of a channel, or why the provider did not list them. */
export type TemplateListing =
  | { outcome: "listed"; templates: ProviderTemplate[] }
  | { outcome: "failed"; error: string };
