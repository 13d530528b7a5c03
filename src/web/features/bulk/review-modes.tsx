import { m } from '#i18n/messages/messages.js'

type ReviewModesProps = { isEditing: boolean; onConvert: () => void; onEdit: () => void }

/** The sheet to read and convert, or with every cell outlined to edit (BULK-03). */
export function ReviewModes({ isEditing, onConvert, onEdit }: ReviewModesProps) {
  // A phone has room for the one that is not chosen.
  const look =
    'min-h-8 rounded-[8px] px-2.5 text-small font-semibold whitespace-nowrap text-muted hover:text-ink sm:aria-pressed:bg-raised sm:aria-pressed:text-ink sm:aria-pressed:ring sm:aria-pressed:ring-line-strong max-sm:aria-pressed:hidden pointer-coarse:min-h-11'
  return (
    <div className="inline-flex shrink-0 gap-0.5 rounded-base bg-sunken p-[2px] inset-ring inset-ring-line print:hidden">
      <button type="button" aria-pressed={!isEditing} onClick={onConvert} className={look}>
        <ByWidth text={m.review_and_convert()} short={m.review_and_convert_short()} />
      </button>
      <button type="button" aria-pressed={isEditing} onClick={onEdit} className={look}>
        <ByWidth text={m.review_and_edit()} short={m.review_and_edit_short()} />
      </button>
    </div>
  )
}

/** The whole text, of which a word is shown where the line of the filters has no room for it. */
const ByWidth = ({ text, short }: { text: string; short: string }) => (
  <>
    <span className="max-sm:sr-only sm:group-data-[room=0]/tools:sr-only">{text}</span>
    <span aria-hidden="true" className="hidden max-sm:inline sm:group-data-[room=0]/tools:inline">
      {short}
    </span>
  </>
)
