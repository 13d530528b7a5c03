// `npm run requirements` writes into docs/requirements.md which test files prove each row. With `--check` it writes nothing, and
// fails where the document is out of date or contradicts the tests.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findContradictions, withTests } from './requirements-document.ts'
import { readTestTitles } from './test-titles.ts'

const root = join(import.meta.dirname, '..')
const path = join(root, 'docs/requirements.md')
const before = readFileSync(path, 'utf8')
const titles = readTestTitles(root)
const after = withTests(before, titles)
const complaints = findContradictions(after, titles)
if (process.argv.includes('--check')) {
  if (after !== before) complaints.push('docs/requirements.md is out of date: run npm run requirements.')
} else if (after !== before) writeFileSync(path, after)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
