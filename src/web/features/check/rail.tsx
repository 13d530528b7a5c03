import { Suspense, useState } from 'react'
import type { CheckedFile } from '#engine/check/types.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { loaded } from '../../ui/loaded.tsx'
import { CorrectedFile } from './corrected-file.tsx'
import { figuresOf } from './figures.ts'

const PictureDialog = loaded(() => import('./picture-dialog.tsx'), m.check_picture_not_loaded)

type Props = {
  checked: CheckedFile
  /** The chosen direction; the check follows. */
  direction: PairDirection
}

/** The figures of the check, and what can be taken away from it. */
export function CheckRail({ checked, direction }: Props) {
  const lang = useLang()
  const [isSharing, setSharing] = useState(false)
  return (
    <section aria-label={m.check_figures()} className="card grid gap-4 p-5 lg:row-span-2">
      {checked.summary.off > 0 && <CorrectedFile checked={checked} direction={direction} />}
      <dl
        className={`grid gap-y-2 ${checked.summary.off > 0 ? 'border-t border-line pt-4 print:border-0 print:pt-0' : ''}`}
        data-testid="ledger"
      >
        {figuresOf(checked, lang).map(({ label, text, isWrong }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className={`font-bold whitespace-nowrap ${isWrong ? 'text-error' : ''}`}>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1 border-t border-line pt-4 print:hidden">
        <Button look="tinted" data-testid="share" onClick={() => setSharing(true)}>
          <Icon name="share" />
          {m.check_share()}
        </Button>
      </div>
      <p className="text-small text-muted">{m.check_free()}</p>
      {isSharing && (
        <Suspense>
          <PictureDialog checked={checked} onDismiss={() => setSharing(false)} />
        </Suspense>
      )}
    </section>
  )
}
