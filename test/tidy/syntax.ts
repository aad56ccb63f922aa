/** A source file as syntax: what it imports, and a walk through its tree. Knows no rule. */
import { parseSync, Visitor, type ESTree, type VisitorObject } from 'vite';

export interface SourceFile {
  /** From the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  readonly typesOnly: boolean;
  readonly start: number;
}

const programs = new WeakMap<SourceFile, ESTree.Program>();

const programOf = (file: SourceFile): ESTree.Program => {
  const known = programs.get(file);
  if (known !== undefined) return known;
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message ?? ''}`);
  programs.set(file, program);
  return program;
};

export const walk = (file: SourceFile, visitor: VisitorObject): void =>
  new Visitor(visitor).visit(programOf(file));

export const lineAt = ({ text }: SourceFile, offset: number): number =>
  text.slice(0, offset).split('\n').length;

/** Everything one file takes from another: imports, re-exports, `import()`, and `new URL` of a module. */
export const importsOf = (file: SourceFile): Import[] => {
  const found: Import[] = [];
  const add = (source: ESTree.Node | null, typesOnly: boolean): void => {
    const specifier = source === null ? null : stringOf(source);
    if (specifier !== null && source !== null)
      found.push({ specifier, typesOnly, start: source.start });
  };
  walk(file, {
    ImportDeclaration: (node) => {
      const { specifiers } = node;
      const named = specifiers.length > 0 && specifiers.every(isTypeSpecifier);
      add(node.source, node.importKind === 'type' || named);
    },
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    NewExpression: ({ callee, arguments: [first] }) => {
      const specifier = first === undefined ? null : stringOf(first);
      const isModule = specifier !== null && /^\.{1,2}\/.*\.[jt]sx?$/.test(specifier);
      if (nameOf(callee) === 'URL' && isModule) add(first ?? null, false);
    },
  });
  return found;
};

const isTypeSpecifier = (specifier: ESTree.ImportDeclarationSpecifier): boolean =>
  specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';

const stringOf = (node: ESTree.Node): string | null =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

/** The last name of `name`, `object.name` and `object['name']`. */
export const nameOf = (node: ESTree.Node): string | null => {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return null;
  return node.computed ? stringOf(node.property) : nameOf(node.property);
};

export const isNumber = (node: ESTree.Node | null | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'number';
