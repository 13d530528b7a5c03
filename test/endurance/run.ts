// `npm run endure -- --minutes 30 --database postgres --seed 7`: simulated users use the whole site while faults are injected.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endure } from './endure.ts'
import { findCoverageGaps } from './coverage.ts'
import { reportOf } from './report.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
})
const { database } = values
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if ((database !== 'sqlite' && database !== 'postgres') || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run endure -- [--minutes 30] [--database sqlite|postgres] [--seed 1]\n')
  process.exit(2)
}

// The compile cache saves a third of the start time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node')

const aborting = new AbortController()
process.once('SIGINT', () => aborting.abort(new Error('The run was aborted.')))
const result = await endure(database, { seed, seconds: minutes * 60, signal: aborting.signal })
process.stdout.write(reportOf(result))
const gaps = findCoverageGaps(result.journal)
if (gaps.length > 0) process.stdout.write(`  Too few events: ${gaps.join(', ')}\n`)
process.exit(result.journal.differences.length + gaps.length === 0 ? 0 : 1)
