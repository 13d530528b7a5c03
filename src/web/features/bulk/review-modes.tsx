import { m } from '#i18n/messages/messages.js'

type ReviewModesProps = { isEditing: boolean; onConvert: () => void; onEdit: () => void }

/** The sheet to read and convert, or with every cell outlined to edit (BULK-03). */
export function ReviewModes({ isEditing, onConvert, onEdit }: ReviewModesProps) {
  const look =
    'min-h-8 rounded-[8px] px-2.5 sm:max-lg:px-2 text-small font-semibold whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:ring aria-pressed:ring-line-strong pointer-coarse:min-h-11'
  return (
    <div className="inline-flex gap-0.5 rounded-base bg-sunken p-[2px] inset-ring inset-ring-line print:hidden">
      <button type="button" aria-pressed={!isEditing} onClick={onConvert} className={look}>
        {m.review_and_convert()}
      </button>
      <button type="button" aria-pressed={isEditing} onClick={onEdit} className={look}>
        {m.review_and_edit()}
      </button>
    </div>
  )
}
