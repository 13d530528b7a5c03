// Whose code is in the pages: noted while they are built, for the licences that go with it.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

/** One name a line, as often as it is met. Goes with the folder that it is in. */
const LIST = 'build/next/packages.txt'

/** A package by the path of a file in it; the innermost where one lies within another. */
const PACKAGE = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** Records the packages of which a part is in the build. */
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

/** The names that were noted, in order. */
export const notedPackages = (): string[] =>
  existsSync(LIST) ? [...new Set(readFileSync(LIST, 'utf8').trim().split('\n'))].sort() : []
