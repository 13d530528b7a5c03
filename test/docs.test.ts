import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  'bench',
  'deploy',
  'docs',
  'messages',
  'packages',
  'project.inlang',
  'public',
  'scripts',
  'src',
  'test',
]
const PROGRAM = /^(?!docs\/).*\.(?:conf|css|html|js|json|service|sh|timer|tsx?)$/

/** camelCase, PascalCase or UPPER_CASE. */
const IDENTIFIER = /^(?:[a-z]+[a-z\d]*[A-Z]|[A-Z][a-z\d]+[A-Z]|[A-Z\d]+_)\w*$/
/** A file, a folder with a slash at its end, or either from the root without one. `*` stands for part of a name. */
const PATH =
  /^(?:(?:[\w.*-]+\/)*[\w*-][\w.*-]*\.(?:css|html|js|json|md|sh|tsx?)|(?:[\w.-]+\/)+|(?:bench|deploy|docs|scripts|src|test)\/[\w./*-]+)$/
/** Generated folders, and placeholders in capitals. */
const NOT_IN_REPOSITORY = /^(?:build|node_modules|test-results)\/|[A-Z]{4}/
/** An environment variable of Node, a downloaded file, an example of a user's data. */
const FOREIGN: ReadonlySet<string> = new Set(['NODE_EXTRA_CA_CERTS', 'levro-data.json', 'oldPrice'])

/** Files of the repository, relative to its root, with forward slashes. */
const files = ['.', ...FOLDERS].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).split(sep).join('/')),
)
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** What the documents write between backticks, code blocks excluded, each with its document. */
const quotes = files
  .filter((file) => /^docs\/.*\.md$/.test(file))
  .flatMap((file) =>
    [
      ...read(file)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/`([^`]+)`/g),
    ].map(([, quote = '']) => ({
      file,
      quote,
    })),
  )

describe('the documents', () => {
  it('AUTH-10 · name only identifiers that a source file contains', () => {
    const written = new Set(
      files.filter((file) => PROGRAM.test(file)).flatMap((file) => read(file).match(/\w+/g) ?? []),
    )
    const named = quotes.flatMap(({ file, quote }) =>
      (quote.match(/\w+/g) ?? []).filter((word) => IDENTIFIER.test(word)).map((word) => ({ file, word })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ word }) => !written.has(word) && !FOREIGN.has(word))).toEqual([])
  })

  it('AUTH-10 · name only paths that exist', () => {
    const all = files.map((file) => `/${file}\n`).join('')
    const exists = (path: string): boolean => {
      const pattern = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/\n]*')
      return new RegExp(`/${pattern}${path.endsWith('/') ? '/' : '(?=[./\n])'}`).test(all)
    }
    const named = quotes.filter(({ quote }) => PATH.test(quote) && !NOT_IN_REPOSITORY.test(quote))
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter(({ quote }) => !exists(quote) && !FOREIGN.has(quote))).toEqual([])
  })
})
