import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import type { Recording } from './recording.ts'

/**
 * Records the storage names in every source file of the checkout: texts that begin with
 * the product's name and a separator, and the names of IndexedDB databases with their stores.
 */
export function recordStorageNames(root: string): Recording {
  const src = join(root, 'src')
  const names = new Set<string>()
  const databases = new Set<string>()
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|messages/.test(path)) continue
    const { program } = parseSync(path, readFileSync(join(src, path), 'utf8'))
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string' && /^levro[.-][\w-]+$/.test(value)) names.add(value)
      },
      CallExpression: ({ callee, arguments: given }) => {
        if (callee.type === 'Identifier' && callee.name === 'openKeyValues')
          databases.add(given.map((one) => (one.type === 'Literal' ? String(one.value) : '?')).join(' / '))
      },
    }).visit(program)
  }
  const list = (all: ReadonlySet<string>): string => `${[...all].toSorted().join('\n')}\n`
  return new Map([
    ['texts like the name of a storage key', list(names)],
    ['databases and their stores', list(databases)],
  ])
}
