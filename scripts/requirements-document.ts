// docs/requirements.md: rows written by hand, each followed by a line `Tests: …` that is made from the titles of tests.
import { posix } from 'node:path'
import type { TestTitle } from './test-titles.ts'

const ROW_HEADING = /^### ([A-Z]+-\d\d)\b/
const SECTION_HEADING = /^## (.*)$/
const TESTS_LINE = /^Tests: /

/** The section that lists the rows that no test proves. */
const OPEN_SECTION = 'Open'

/** One requirement of the document. */
type Row = {
  readonly id: string
  readonly isOpen: boolean
  /** Lines from the heading to the next heading, without the line of tests and blank lines at the end. */
  readonly lines: readonly string[]
}

/** A row, or lines that belong to none: the introduction and the headings of sections. */
type Block = Row | { readonly lines: readonly string[] }

/** The test files that prove each requirement, by its id: every title that begins with it, as in `SNG-02 SNG-05 · …`. */
export function provingFiles(titles: readonly TestTitle[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  for (const { title, file } of titles) {
    const ids = /^((?:[A-Z]+-\d\d )+)· /.exec(title)?.[1]?.trim().split(' ') ?? []
    for (const id of ids) files.set(id, (files.get(id) ?? new Set()).add(file))
  }
  return files
}

/** The document with the line of tests of each row made again; equal to its argument where it is up to date. */
export function withTests(document: string, titles: readonly TestTitle[]): string {
  const files = provingFiles(titles)
  const blocks = readBlocks(document).map((block) => {
    const proof = 'id' in block ? files.get(block.id) : undefined
    return proof ? [...block.lines, '', `Tests: ${shortList(proof)}`] : block.lines
  })
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** What contradicts between the rows of the document and the tests, one sentence each. */
export function findContradictions(document: string, titles: readonly TestTitle[]): string[] {
  const files = provingFiles(titles)
  const rows = readBlocks(document).filter((block) => 'id' in block)
  const ids = rows.map(({ id }) => id)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} has two rows.`),
    ...[...files]
      .filter(([id]) => !ids.includes(id))
      .map(([id, proof]) => `${id} has no row, but tests in ${[...proof].join(', ')}.`),
    ...rows
      .filter(({ id, isOpen }) => !isOpen && !files.has(id))
      .map(({ id }) => `${id} has no test, and is not listed as open.`),
    ...rows
      .filter(({ id, isOpen }) => isOpen && files.has(id))
      .map(({ id }) => `${id} is listed as open, but has tests in ${[...(files.get(id) ?? [])].join(', ')}.`),
  ]
}

function readBlocks(document: string): Block[] {
  let section = ''
  const blocks: { id?: string; isOpen: boolean; lines: string[] }[] = [{ isOpen: false, lines: [] }]
  for (const line of document.split('\n')) {
    section = SECTION_HEADING.exec(line)?.[1] ?? section
    const id = ROW_HEADING.exec(line)?.[1]
    if (line.startsWith('#'))
      blocks.push({ ...(id && { id }), isOpen: section === OPEN_SECTION, lines: [line] })
    else if (!TESTS_LINE.test(line)) blocks.at(-1)?.lines.push(line)
  }
  for (const { lines } of blocks) while (lines.at(-1) === '') lines.pop()
  return blocks.filter(({ lines }) => lines.length > 0)
}

/** File names sorted, those of one folder in braces, as a shell expands them: `src/money/{convert,proof}.test.ts`. */
function shortList(files: Iterable<string>): string {
  const groups = Map.groupBy([...files].toSorted(), (file) => `${posix.dirname(file)}/*${extensionOf(file)}`)
  return [...groups]
    .map(([pattern, members]) => {
      const names = members.map((file) => posix.basename(file, extensionOf(file)))
      return `\`${pattern.replace('*', names.length > 1 ? `{${names.join(',')}}` : names.join())}\``
    })
    .join(', ')
}

const extensionOf = (file: string): string => /\.test\.tsx?$/.exec(file)?.[0] ?? ''
