import type { ManyList, PackedNotes } from '#engine/many/types.ts'
import { writeBackFormat } from '#formats/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import type { Placement, WriteBackWarning } from '#writeback/plan.ts'
import { useLang } from '../../routing/location.ts'
import { Notice } from '../file/notice.tsx'
import { otherFormatText } from '../results/write-back-notes.ts'
import { packedNoteTexts } from './texts.ts'

/** A note about the returned file of a list. */
export type FileNote = readonly [path: string, text: string]

/** What would become of new prices in place of the old ones: said before the conversion is paid for. */
const REPLACING_TEXT: Partial<Record<WriteBackWarning, () => string>> = {
  'rows-cut': m.not_replaced_cut,
  'currency-shared': m.not_replaced_shared,
  'hundredths-kept': m.not_replaced_hundredths,
  'both-kept': m.not_replaced_both,
  'mixed-money': m.not_replaced_mixed,
  'unread-kept': m.not_replaced_unread,
}

/**
 * What the returned files of some lists will differ in from what was given or asked for, as far as it is known before they are
 * made.
 * @param placement where the new prices go; undefined while that is not chosen
 * @param areMade whether the files are made, which say themselves what became of their prices
 */
export const returnNotes = (lists: readonly ManyList[], placement?: Placement, areMade = false): FileNote[] =>
  lists.flatMap(({ path, reading }) => {
    if (reading?.returned === undefined) return []
    const { format, replacing, hasRoom } = reading.returned
    const texts: string[] = []
    if (writeBackFormat(format) !== format) texts.push(otherFormatText(format))
    if (!hasRoom && placement !== 'replace') texts.push(m.warning_no_room())
    if (!areMade && (placement === undefined || placement === 'replace'))
      texts.push(...replacing.flatMap((warning) => REPLACING_TEXT[warning]?.() ?? []))
    return texts.map((text): FileNote => [path, text])
  })

/** Columns of prices that stay as they were where the others are replaced. */
export const keptNotes = (lists: readonly ManyList[], lang: Lang): FileNote[] =>
  lists.flatMap(({ path, reading: { kept = [] } = {} }) => {
    if (kept.length === 0) return []
    const titles = kept.map((text) => m.many_quoted({ text }))
    const columns = new Intl.ListFormat(lang, { type: 'conjunction' }).format(titles)
    const note = m.write_back_note_kept({ count: kept.length, columns })
    // Whether formulas compute them is known only once the file is made.
    return [[path, WORKBOOK.test(path) ? `${note} ${m.many_note_computed()}` : note] as const]
  })

const WORKBOOK = /\.(?:xls[xmb]?|ods|ots|fods)$/i

/** What files that were made differ in. */
export const packedNotes = (notes: readonly PackedNotes[]): FileNote[] =>
  notes.flatMap((one) => packedNoteTexts(one).map((text): FileNote => [one.path, text]))

/** Paths that are named in one line. */
const MOST_NAMED = 3

type NotesProps = { title?: string; notes: readonly FileNote[] }

/** Notes about some of the files, each once with the files that it is about, in a box of limited height. */
export function FileNotes({ title, notes }: NotesProps) {
  const lang = useLang()
  const byText = new Map<string, string[]>()
  for (const [path, text] of notes) {
    const paths = byText.get(text)
    if (paths) paths.push(path)
    else byText.set(text, [path])
  }
  if (byText.size === 0) return null
  return (
    <Notice sentence={title && <b>{title}</b>}>
      <ul className="grid max-h-60 gap-2 overflow-y-auto text-small" data-testid="many-notes">
        {[...byText].map(([text, paths]) => {
          const names = paths.join(', ')
          return (
            <li key={text}>
              {paths.length > MOST_NAMED ? (
                <details>
                  <summary className="cursor-pointer">
                    <b>{m.many_files({ count: paths.length, n: formatCount(paths.length, lang) })}</b>: {text}
                  </summary>
                  <span className="wrap-anywhere text-muted">{names}</span>
                </details>
              ) : (
                <>
                  <b className="wrap-anywhere">{names}</b>: {text}
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
