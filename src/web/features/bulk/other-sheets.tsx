import { otherSheets } from '#formats/spreadsheet/sheet-choice.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { lacksPrices } from './no-valid-prices.tsx'
import type { RowsFacts } from '#engine/types.ts'
import { useReread } from './use-reread.ts'

/** Sheets that are named; all of them can be chosen in the file card. */
const SHOWN = 6

/** The sheets in which the prices may be, where the one that was read has none. */
export function sheetsInstead(rows: RowsFacts): readonly string[] {
  const { file, columnsKnown } = rows
  const hasNone = lacksPrices(rows) || (!columnsKnown && file?.detection.question === 'no-price-title')
  return file && hasNone ? otherSheets(file) : []
}

type Props = {
  sheets: readonly string[]
  /** Called before another sheet is read. */
  onPick?: () => void
}

export function OtherSheets({ sheets, onPick }: Props) {
  const reread = useReread()
  return (
    <div className="grid justify-items-start gap-2" data-testid="other-sheets">
      <p>{m.other_sheets()}</p>
      <div className="flex flex-wrap gap-3">
        {sheets.slice(0, SHOWN).map((sheet) => (
          <Button
            key={sheet}
            look="plain"
            className="max-w-full"
            onClick={() => {
              onPick?.()
              void reread.file({ sheet })
            }}
          >
            <span className="wrap-anywhere">{m.other_sheet({ sheet })}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}
