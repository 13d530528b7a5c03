import type { Format } from '../format.ts'
import { readCsv } from './read.ts'

export const csv: Format = {
  binaryError: 'broken',
  // Any text that no other format claims.
  detect: ({ container }) => (container === 'text' ? 'maybe' : 'no'),
  read: async (probe) => (probe.container === 'text' ? readCsv(probe.decoded, probe) : undefined),
}
