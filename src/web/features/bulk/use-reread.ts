import type { ReadError } from '#formats/format.ts'
import type { Currency } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { CancelledError, bulk } from '#engine/bulk/client.ts'
import { pickFileChoices } from '#engine/bulk/choices.ts'
import { useReadErrorAlert } from '../file/reading.tsx'
import type { FileChoices, FileSummary, RowChoices } from '#reports/types.ts'
import type { RecipeProblem, RowsSummary, Snapshot } from '#engine/types.ts'

type Reread = {
  /**
   * Reads the rows again from the opened file with changed choices. False if the user declines or the worker fails. The
   * columns count as known when they were, or when `areColumnsKnown` says so.
   */
  rows: (change: Partial<RowChoices>, areColumnsKnown?: boolean) => Promise<boolean>
  /** Reads the file again with changed choices. If that fails, shows why, and the rows stay. */
  file: (change: FileChoices) => Promise<void>
  /** Detects the columns again. False if the user declines or the worker fails. */
  detectAgain: () => Promise<boolean>
  /** Reads the rows by a recipe. Null, 'declined' by the user, or why it cannot be used; the rows then stay. */
  recipe: (document: File) => Promise<RecipeProblem | 'declined' | null>
  /** Takes another currency for the prices that name none. False if the user declines or the worker fails. */
  currency: (currency: Currency) => Promise<boolean>
  /** Omits prices in this currency, or none. False if the user declines or the worker fails. */
  wanted: (currency: Currency | null) => Promise<boolean>
}

/** The rows, also of a large list, which is read again in the same ways. */
const rowsOf = ({ rows, large }: Snapshot): RowsSummary | null => rows ?? large

const TIMED_OUT: ReadError = { code: 'unreadable', reason: 'broken' }

/**
 * Reads the file again in other ways. Edits of the rows would be lost, and rows that are converted already would be charged
 * again, so the user confirms first.
 */
export function useReread(): Reread {
  const { alert, confirm } = useAlerts()
  const lang = useLang()
  const showError = useReadErrorAlert()
  /** The current rows; null if they must not be replaced. */
  const rowsToReplace = async (): Promise<RowsSummary | null> => {
    const snapshot = await bulk.flush()
    if (snapshot.phase !== 'ready') return null
    const rows = rowsOf(snapshot)
    const losses = [
      ...(rows?.isEdited ? [m.reread_text()] : []),
      ...(rows && rows.convertedRows > 0
        ? [m.reread_converted({ count: rows.convertedRows, n: formatCount(rows.convertedRows, lang) })]
        : []),
    ]
    const isAllowed =
      losses.length === 0 ||
      (await confirm({
        title: m.reread_title(),
        text: losses.join(' '),
        action: m.reread_action(),
        danger: true,
      }))
    return isAllowed ? rows : null
  }
  /** Rows that are not converted yet change in place, and keep their edits. */
  const mayChange = async (): Promise<boolean> => {
    const rows = rowsOf(await bulk.flush())
    return rows?.convertedRows === 0 || (await rowsToReplace()) !== null
  }
  /** A large list cannot be read in every way, and then stays as it was. */
  const tellIfRefused = (isDone: boolean): boolean => {
    if (!isDone && bulk.snapshot().large !== null) alert(m.large_not_so())
    return isDone
  }
  return {
    rows: async (change, areColumnsKnown = false) => {
      const rows = await rowsToReplace()
      if (!rows?.choices) return false
      const choices = { ...rows.choices, ...change }
      return tellIfRefused(await bulk.tryRequest('readRows', choices, areColumnsKnown || rows.columnsKnown))
    },
    detectAgain: async () => (await rowsToReplace()) !== null && bulk.tryRequest('detectAgain'),
    recipe: async (document) => {
      if ((await rowsToReplace()) === null) return 'declined'
      return bulk
        .request('applyRecipe', document)
        .catch((reason) =>
          reason instanceof CancelledError ? 'declined' : { code: 'not-readable-so' as const },
        )
    },
    currency: async (currency) =>
      (await mayChange()) && tellIfRefused(await bulk.tryRequest('setDefaultCurrency', currency)),
    wanted: async (currency) => (await mayChange()) && bulk.tryRequest('setWanted', currency),
    file: async (change) => {
      const rows = await rowsToReplace()
      if (!rows?.file) return
      const error = await bulk
        .request('reopen', { ...keptChoices(rows.file, change), ...change })
        .catch((reason) => (reason instanceof CancelledError ? null : TIMED_OUT))
      if (bulk.snapshot().large !== null) tellIfRefused(error === null)
      else if (error) showError(error, rows.file.name)
    },
  }
}

/** The choices that stay: encoding and delimiter are those of one file of an archive. */
const keptChoices = (file: FileSummary, { sheet = file.sheet }: FileChoices): FileChoices =>
  sheet === file.sheet ? pickFileChoices(file) : {}
