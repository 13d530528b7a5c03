/**
 * Records the public contract: `node test/recorded/record.ts [--of CHECKOUT] [NAME ...]`, each recording where no name is given.
 * The pages must be built. The difference that Git shows is what has changed for users; review it before it is committed.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecording } from './recording.ts'
import { RECORDINGS, fileOf } from './recordings.ts'

const { values, positionals } = parseArgs({ options: { of: { type: 'string' } }, allowPositionals: true })
const root = values.of === undefined ? resolve(import.meta.dirname, '../..') : resolve(values.of)

for (const [name, record] of Object.entries(RECORDINGS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const recording = await record(root)
  writeFileSync(fileOf(name), formatRecording(recording))
  process.stdout.write(`${name}: ${recording.size} recorded\n`)
}
