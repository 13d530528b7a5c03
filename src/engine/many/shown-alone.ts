import { pickFileChoices } from '../bulk/choices.ts'
import { bulk } from '../bulk/client.ts'
import type { Snapshot } from '../types.ts'
import { many } from './client.ts'

/** Keeps the conversion of the list that is shown alone. */
export async function keepConverted({ results }: Pick<Snapshot, 'results'>): Promise<void> {
  if (results === null) return
  const source = await bulk.request('convertedSource').catch(() => null)
  await many.takeConverted({ results, source })
}

/** From the list that is shown alone back to all of them: what was answered and converted there stays. */
export async function backToLists(): Promise<void> {
  const { rows, results } = await bulk.flush()
  await keepConverted({ results })
  await bulk.clear()
  await many.showAll({
    hash: rows?.guards?.hash,
    how: rows?.file &&
      rows.choices && {
        file: pickFileChoices(rows.file),
        rows: rows.choices,
        columnsKnown: rows.columnsKnown,
      },
  })
}
