import { invalid } from './api-error.ts'

/** What stands in a form: text, or named parts of it. A list is parts named 0, 1, 2. */
export type Form = string | Parts
export type Parts = { [name: string]: Form }

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
const MAX_DEPTH = 8
const MAX_FIELDS = 1000

/** Reads `line_items[0][price_data][currency]=eur` and `expand[]=customer`. @throws {ApiError} */
export function decodeForm(text: string): Parts {
  const root = emptyParts()
  const fields = [...new URLSearchParams(text)]
  if (fields.length > MAX_FIELDS) throw invalid('Too many parameters.')
  for (const [name, value] of fields) {
    const [, first = '', rest = ''] = NAME.exec(name) ?? []
    if (first === '') throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`)
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
    if (path.length > MAX_DEPTH) throw invalid(`The parameter is nested too deep: ${name.slice(0, 100)}`)
    put(root, path, value)
  }
  return root
}

function put(root: Parts, path: string[], value: string): void {
  let at = root
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) at[name] = value
    else {
      const inner = at[name] ?? emptyParts()
      if (typeof inner === 'string') throw invalid(`The parameter is both text and parts: ${path.join('.')}`)
      at = at[name] = inner
    }
  }
}

/** Without a prototype: a name such as `__proto__` is a name like any other. */
const emptyParts = (): Parts => Object.create(null) as Parts
