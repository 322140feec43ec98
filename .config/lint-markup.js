/**
 * Three rules about markup that no linter has built in. A page shows text and our own elements; an address that comes from data
 * is checked before it becomes a link.
 */
const refuse = (message, selector) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: "markup" },
  rules: {
    "no-html": refuse(
      "Text is text: let React draw it.",
      "JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcDoc)$/], AssignmentExpression[left.property.name=/^(inner|outer)HTML$/], CallExpression[callee.property.name='insertAdjacentHTML']",
    ),
    "safe-href": refuse(
      "Pass an address that comes from data through safeHref (components/ui/safe-href.ts) into a name that ends with href.",
      "JSXAttribute[name.name='href'] > JSXExpressionContainer > :matches(Identifier[name!=/[hH]ref$/], MemberExpression[computed=false][property.name!=/[hH]ref$/], MemberExpression[computed=true][object.name!=/[hH]refOf$/], LogicalExpression[left.type!='CallExpression'], TemplateLiteral[quasis.0.value.raw!=/^(#|\\x2f|https:\\x2f\\x2f[a-z.]+\\x2f)/])",
    ),
    "own-frames": refuse(
      "A frame shows a path of our own.",
      "JSXOpeningElement[name.name='iframe'] > JSXAttribute[name.name='src'] > JSXExpressionContainer > :not(TemplateLiteral[quasis.0.value.raw=/^\\x2f[a-z]/])",
    ),
  },
};
