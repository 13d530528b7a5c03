import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Visitor, parseSync } from 'vite'

/** A title as it is written in a call of `it`, `test` or `describe`; a template literal keeps its `${…}`. */
export type TestTitle = {
  readonly title: string
  /** The test file, relative to the repository, with forward slashes. */
  readonly file: string
}

type Program = Parameters<Visitor['visit']>[0]
type Call = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0]
type Expression = Call['callee'] | Call['arguments'][number]

/** Reads the title of every test that can run, from every test file of the repository. Titles of `skip` and `todo` are left out. */
export function readTestTitles(root: string): TestTitle[] {
  return globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .toSorted()
    .flatMap((file) => titlesIn(file, readFileSync(join(root, file), 'utf8')))
}

/** The titles in the source text of one test file. Throws where it cannot be parsed. */
export function titlesIn(file: string, source: string): TestTitle[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return findTitles(program, source).map((title) => ({ title, file }))
}

function findTitles(program: Program, source: string): string[] {
  const titles: string[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const title = first && namesTest(callee) ? textOf(first, source) : undefined
      if (title !== undefined) titles.push(title)
    },
  })
  visitor.visit(program)
  return titles
}

/** Whether a call of this function defines a test or a group: `it`, `it.each(table)`, `describe.skipIf(condition)` and the like. */
function namesTest(callee: Expression): boolean {
  if (callee.type === 'Identifier') return ['it', 'test', 'describe'].includes(callee.name)
  if (callee.type === 'CallExpression') return namesTest(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return namesTest(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return !['skip', 'todo'].includes(callee.property.name) && namesTest(callee.object)
}

/** The text of a quoted string or a template literal, undefined for any other expression. */
function textOf(node: Expression, source: string): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis
    .map(({ value }, index) => {
      const expression = node.expressions[index]
      const written = expression ? `\${${source.slice(expression.start, expression.end)}}` : ''
      return `${value.cooked ?? value.raw}${written}`
    })
    .join('')
}
