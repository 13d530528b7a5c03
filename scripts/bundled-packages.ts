// Records which packages are in the pages while they are built; `licences.ts` adds their licences.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

/** One name per line, with duplicates. Deleted with its folder at the end of the build. */
const LIST = 'build/next/packages.txt'

/** The package name in the path of a file; of nested packages, the innermost. */
const PACKAGE = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** A Vite plugin that records each package with code or assets in the build. */
export const bundledPackages = (): Plugin => ({
  name: 'bundled-packages',
  // Scripts that prerender the pages are not distributed.
  apply: (config) => !config.build?.ssr,
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((part) =>
      part.type === 'asset'
        ? part.originalFileNames
        : Object.entries(part.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : [])),
    )
    const names = files.flatMap(
      (file) => PACKAGE.exec(file.replace(/^\0/, ''))?.[1]?.replace('\\', '/') ?? [],
    )
    if (names.length === 0) return
    mkdirSync(dirname(LIST), { recursive: true })
    appendFileSync(LIST, `${names.join('\n')}\n`)
  },
})

/** The recorded names, sorted, without duplicates; none if nothing was recorded. */
export const readBundledPackages = (): string[] =>
  existsSync(LIST) ? [...new Set(readFileSync(LIST, 'utf8').trim().split('\n'))].sort() : []
