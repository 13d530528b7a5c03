import { parseSync } from 'vite'

/** A small change of a source file that its tests should notice. */
export type Mutant = {
  /** Relative to the repository, with forward slashes. */
  readonly file: string
  /** The part of the source that is replaced, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly line: number
  readonly operator: Operator
  readonly before: string
  readonly after: string
  /** A statement is left out, any other mutant replaces an expression. */
  readonly isStatement: boolean
  /** Whether the expression begins a statement of a list, where a bracket would continue the line above. */
  readonly beginsStatement: boolean
}

export type Operator =
  | 'arithmetic'
  | 'boundary'
  | 'branch'
  | 'call'
  | 'comparison'
  | 'condition'
  | 'element'
  | 'jump'
  | 'literal'
  | 'logic'
  | 'regex'
  | 'text'

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>

/** An expression or statement, the text that replaces it, and the kind of the change. */
type Change = readonly [node: Node, after: string, operator: Operator]

const BINARY: Record<string, readonly (readonly [after: string, operator: Operator])[]> = {
  '<': [
    ['<=', 'boundary'],
    ['>=', 'comparison'],
  ],
  '<=': [
    ['<', 'boundary'],
    ['>', 'comparison'],
  ],
  '>': [
    ['>=', 'boundary'],
    ['<=', 'comparison'],
  ],
  '>=': [
    ['>', 'boundary'],
    ['<', 'comparison'],
  ],
  '===': [['!==', 'comparison']],
  '!==': [['===', 'comparison']],
  '+': [['-', 'arithmetic']],
  '-': [['+', 'arithmetic']],
  '*': [['/', 'arithmetic']],
  '/': [['*', 'arithmetic']],
  '%': [['*', 'arithmetic']],
  '<<': [['>>', 'arithmetic']],
  '>>': [['<<', 'arithmetic']],
  '>>>': [['<<', 'arithmetic']],
  '&': [['|', 'arithmetic']],
  '|': [['&', 'arithmetic']],
}

/** Calls that narrow, order or clean what they are called on: without them, the rest goes on with something else. */
const DROPPED_CALLS = new Set(
  'filter slice trim trimStart trimEnd toSorted toReversed toLowerCase toUpperCase normalize replace replaceAll where whereRef orderBy limit forUpdate onConflict subarray concat padStart returning'.split(
    ' ',
  ),
)

const SWAPPED_CALLS = new Map(
  Object.entries({
    min: 'max',
    max: 'min',
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    indexOf: 'lastIndexOf',
    lastIndexOf: 'indexOf',
    find: 'findLast',
    floor: 'ceil',
    ceil: 'floor',
  }),
)

/** Every mutant of a source file, in the order of the source. */
export function findMutants(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const mutants: Mutant[] = []
  walk(program as unknown as Node, [], (node, parents) => {
    for (const [{ start, end, type }, after, operator] of changesOf(node, parents, source)) {
      const line = source.slice(0, start).split('\n').length
      const isStatement = type.endsWith('Statement')
      const beginsStatement = !isStatement && isStartOfStatement(start, parents)
      const before = source.slice(start, end)
      mutants.push({
        file,
        start,
        end,
        line,
        operator,
        before,
        after,
        isStatement,
        beginsStatement,
      })
    }
  })
  return mutants.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

function isStartOfStatement(start: number, parents: readonly Node[]): boolean {
  const index = parents.findIndex(({ type }) => type === 'ExpressionStatement')
  const list = parents[index + 1]?.type ?? ''
  return parents[index]?.start === start && /^(?:BlockStatement|Program|StaticBlock|SwitchCase)$/.test(list)
}

/** Visits every node that runs: no types, imports, or names. */
function walk(
  node: Node,
  parents: readonly Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  if (
    /^(?:TS(?!(?:As|Satisfies|NonNull))|Import|Export(?:All|Specifier)|JSX(?:Attribute|Text))/.test(node.type)
  )
    return
  if (isLogged(node) || isUnsupported(node)) return
  visit(node, parents)
  const within = [node, ...parents]
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'key' || key === 'property') && node['computed'] !== true
    if (isName || key === 'typeAnnotation' || key === 'typeArguments' || key === 'directive') continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, within, visit)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Texts for a log or a developer are no behaviour: nothing inside is changed. */
const isLogged = (node: Node): boolean =>
  (node.type === 'NewExpression' && nameOf(node['callee']).endsWith('Error')) ||
  (node.type === 'CallExpression' && /^(?:debug|info|warn|error)$/.test(nameOf(node['callee'])))

/** Whether a reader gives up, for a reason that is only for developers. */
const isUnsupported = (node: Node): boolean =>
  node.type === 'CallExpression' && nameOf(node['callee']) === 'unsupported'

/** The name of an identifier, or of the property of a member expression. */
function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'Identifier') return String(value['name'])
  return value.type === 'MemberExpression' ? nameOf(value['property']) : ''
}

function changesOf(node: Node, parents: readonly Node[], source: string): Change[] {
  const text = (part: unknown): string => (isNode(part) ? source.slice(part.start, part.end) : '')
  const [parent] = parents
  switch (node.type) {
    case 'BinaryExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
      // The sum of texts has no difference.
      if (operator === '+' && [left, right].some(isText)) return []
      return (BINARY[operator] ?? []).map(([other, kind]) => [
        node,
        `${text(left)} ${other} ${text(right)}`,
        kind,
      ])
    }
    case 'LogicalExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
      if (operator === '??') return [[node, text(left), 'logic']]
      return [[node, `(${text(left)}) ${operator === '&&' ? '||' : '&&'} (${text(right)})`, 'logic']]
    }
    case 'UnaryExpression':
      return node['operator'] === '!' || node['operator'] === '-'
        ? [[node, text(node['argument']), 'logic']]
        : []
    case 'UpdateExpression':
      return [[node, text(node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')), 'arithmetic']]
    case 'AssignmentExpression': {
      const other = { '+=': '-=', '-=': '+=', '*=': '/=', '??=': '=', '||=': '&&=' }[String(node['operator'])]
      if (other === undefined || isText(node['right'] as Node)) return []
      return [[node, `${text(node['left'])} ${other} ${text(node['right'])}`, 'arithmetic']]
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((value) => [node['test'] as Node, value, 'condition'])
    case 'WhileStatement':
      return [[node['test'] as Node, 'false', 'condition']]
    case 'BreakStatement':
    case 'ContinueStatement':
      // Without its `break`, a case goes on with the next one.
      return [[node, '', 'jump']]
    case 'ReturnStatement':
      return node['argument'] === null ? [[node, '', 'jump']] : []
    case 'ExpressionStatement':
      return changesOfStatement(node)
    case 'CallExpression':
      return isWithinChain(node, parents) ? [] : changesOfCall(node, text)
    case 'ArrayExpression':
      return elementsOf(node, 'elements', ['[', ']'], text)
    case 'ObjectExpression':
      return isTable(node) ? elementsOf(node, 'properties', ['{', '}'], text) : []
    case 'TemplateLiteral':
      return parent?.type !== 'TaggedTemplateExpression' && text(node) !== '``' ? [[node, '``', 'text']] : []
    case 'Literal':
      return changesOfLiteral(node, parent, text(node))
    default:
      return []
  }
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node['value'] === 'string') ||
  (node.type === 'BinaryExpression' &&
    node['operator'] === '+' &&
    [node['left'], node['right']].some((part) => isText(part as Node)))

/** A call for its effect, left out. */
function changesOfStatement(node: Node): Change[] {
  const expression = node['expression'] as Node
  const called = expression.type === 'AwaitExpression' ? (expression['argument'] as Node) : expression
  const isEffect = called.type === 'CallExpression' || called.type === 'AssignmentExpression'
  return isEffect && !isLogged(called) && nameOf(called['callee']) !== 'super' ? [[node, '', 'call']] : []
}

function changesOfCall(node: Node, text: (part: unknown) => string): Change[] {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression' || callee['computed'] === true || callee['optional'] === true)
    return []
  const name = nameOf(callee['property'])
  const other = SWAPPED_CALLS.get(name)
  const rest = text(node).slice((callee['property'] as Node).end - node.start)
  return [
    ...(DROPPED_CALLS.has(name) ? [[node, text(callee['object']), 'call'] as const] : []),
    ...(other === undefined ? [] : [[node, `${text(callee['object'])}.${other}${rest}`, 'call'] as const]),
  ]
}

/** Whether what follows is left out together with this call, where something before it is undefined (`a?.b().c`). */
const isWithinChain = (node: Node, parents: readonly Node[]): boolean =>
  (parents[0]?.['object'] === node || parents[0]?.['callee'] === node) &&
  parents.some(({ type }) => type === 'ChainExpression')

/** An array or object without one of its elements. */
function elementsOf(
  node: Node,
  key: 'elements' | 'properties',
  [open, close]: readonly [string, string],
  text: (part: unknown) => string,
): Change[] {
  const elements = (node[key] as (Node | null)[]).filter((element) => element !== null)
  return elements.map((left) => [
    node,
    `${open}${elements
      .filter((element) => element !== left)
      .map(text)
      .join(', ')}${close}`,
    'element',
  ])
}

/** An object whose keys are data: numbers or quoted texts. */
const isTable = (node: Node): boolean => {
  const keys = (node['properties'] as Node[]).map((property) => property['key'])
  return keys.length > 2 && keys.every((key) => isNode(key) && key.type === 'Literal')
}

function changesOfLiteral(node: Node, parent: Node | undefined, text: string): Change[] {
  const value = node['value']
  if (typeof value === 'boolean') return [[node, String(!value), 'literal']]
  if (typeof value === 'number') return [[node, String(value + 1), 'literal']]
  if (typeof value === 'bigint') return [[node, `${value + 1n}n`, 'literal']]
  if ('regex' in node) return regexChanges(text).map((after) => [node, after, 'regex'])
  const isOperand = parent?.type === 'UnaryExpression' || parent?.type === 'BinaryExpression'
  if (
    typeof value !== 'string' ||
    (isOperand && /^(?:string|number|object|function|boolean|undefined|bigint)$/.test(value))
  )
    return []
  return [[node, value === '' ? "'other'" : "''", 'text']]
}

/** A pattern without an anchor, with another repetition or class. */
function regexChanges(text: string): string[] {
  const end = text.lastIndexOf('/')
  const [pattern, flags] = [text.slice(1, end), text.slice(end)]
  const changes = [
    pattern.startsWith('^') ? pattern.slice(1) : undefined,
    /[^\\]\$$/.test(pattern) ? pattern.slice(0, -1) : undefined,
    ...[...pattern.matchAll(/(?<=[^\\(|[])[+*?](?![:=!<?+])/g)].map(
      ({ 0: sign, index }) =>
        pattern.slice(0, index) + (sign === '+' ? '*' : sign === '*' ? '+' : '') + pattern.slice(index + 1),
    ),
    ...[...pattern.matchAll(/\\[dswDSW]/g)].map(
      ({ 0: found, index }) =>
        `${pattern.slice(0, index)}\\${swapCase(found[1] ?? '')}${pattern.slice(index + 2)}`,
    ),
  ].filter((change) => change !== undefined && change !== '')
  const withoutCase = flags.includes('i') ? [`/${pattern}${flags.replace('i', '')}`] : []
  return [...changes.map((change) => `/${change}${flags}`), ...withoutCase].filter(isRegex)
}

const swapCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

function isRegex(text: string): boolean {
  const end = text.lastIndexOf('/')
  try {
    return new RegExp(text.slice(1, end), text.slice(end + 1)) instanceof RegExp
  } catch {
    return false
  }
}
