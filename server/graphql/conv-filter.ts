import { CONV_FILTER_FIELDS, CONV_FILTER_OPS } from "../views/conv-filter.ts";
import { builder } from "./builder.ts";

const ConvFilterField = builder.enumType("ConvFilterField", {
  description:
    "wrote, given, answered and turn take what happened in a span as WHO/START/END, START in it and END not: wrote: client, person, assistant, program or an agent's id (and behind it an hour of the week, as 5-14/Europe/Berlin); given: an agent's id; answered: an agent's id, or the one word person or assistant; turn: an assistant's id (and behind it an outcome).",
  values: CONV_FILTER_FIELDS,
});
const ConvFilterOp = builder.enumType("ConvFilterOp", {
  description:
    "is: any of the values; isNot: none of them; before, after: a time; within, beyond: a length like 30m, 2h or 7d, back from now (window: from now on).",
  values: CONV_FILTER_OPS,
});

const ConvConditionInput = builder.inputType("ConvConditionInput", {
  fields: (t) => ({
    field: t.field({ type: ConvFilterField, required: true }),
    op: t.field({ type: ConvFilterOp, required: true }),
    values: t.stringList({ required: true }),
  }),
});

const ConvFilterGroupInput = builder.inputType("ConvFilterGroupInput", {
  fields: (t) => ({ all: t.field({ type: [ConvConditionInput], required: true }) }),
});

export const ConvFilterInput = builder.inputType("ConvFilterInput", {
  description: "Conversations for which all conditions of any of the groups hold; at most 10 groups, 20 conditions.",
  fields: (t) => ({ any: t.field({ type: [ConvFilterGroupInput], required: true }) }),
});
