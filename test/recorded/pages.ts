import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Recording } from './recording.ts'

/** Records path, language, title and links of every prerendered page of the checkout, and the files at its root. */
export function recordPages(root: string): Recording {
  const client = join(root, 'build', 'client')
  if (!existsSync(client)) throw new Error(`${root} has no built pages: run npm run build there.`)
  const pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split(sep).at(-1) === 'index.html')
    .map((path) => dirname(path).split(sep).join('/'))
    .toSorted()
  const files = readdirSync(client, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
  return new Map([
    ...pages.map((path): [string, string] => [
      path === '.' ? '/' : `/${path}`,
      headOf(readFileSync(join(client, path, 'index.html'), 'utf8')),
    ]),
    ['files at the root', `${files.join('\n')}\n`],
  ])
}

/** Tags with public URLs and titles; other tags name files of a build. */
const RECORDED =
  /<(?:html [^>]*|title>[^<]*|link [^>]*rel="(?:canonical|alternate|manifest)"[^>]*|meta [^>]*name="(?:robots|description)"[^>]*)>?/g

const headOf = (html: string): string => `${(html.match(RECORDED) ?? []).join('\n')}\n`
