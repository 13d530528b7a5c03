import { expect, it } from 'vitest'
import { killRounds } from './kill-rounds.ts'

it(
  'CONV-11 · on PostgreSQL a killed server has lost no acknowledged job, and left none half done',
  {
    timeout: 180_000,
  },
  async () => {
    const { rounds, acknowledged } = await killRounds('postgres')
    expect(acknowledged).toBeGreaterThan(rounds * 3)
  },
)
