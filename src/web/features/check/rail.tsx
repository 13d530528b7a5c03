import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { checkFigures } from '#reports/check-summary.ts'
import { check } from '#engine/check/client.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { downloadFile } from '../file/download-file.ts'
import { CorrectedFile } from './corrected-file.tsx'
import { checkFileName } from './verdict.ts'

const WIDE = '(width >= 64rem)'

function subscribeToWidth(onChange: () => void): () => void {
  const wide = window.matchMedia(WIDE)
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** Whether the page has two columns, with the figures in the second. Otherwise they follow the list. */
export const useHasRail = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => window.matchMedia(WIDE).matches)

type Props = {
  checked: CheckedFile
  /** The chosen direction; the check follows. */
  direction: PairDirection
  onCorrected: (prices: number) => void
  /** The figures, where they are part of it. */
  children: ReactNode
}

/** The corrected file, and what can be taken away from the check. */
export function CheckRail({ checked, direction, onCorrected, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const rail = element.current
    if (!rail) return undefined
    const size = new ResizeObserver(() => rail.style.setProperty('--height', `${rail.offsetHeight}px`))
    size.observe(rail)
    return () => size.disconnect()
  }, [])
  return (
    <div
      ref={element}
      // Stays below the header; where it is higher than the window, its end does.
      className={`card grid grid-cols-1 gap-4 p-5 lg:sticky lg:top-[min(5rem,100dvh-var(--height,0px)-1rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start low:static ${children ? '' : 'print:hidden'}`}
    >
      {checked.summary.off > 0 && (
        <CorrectedFile checked={checked} direction={direction} onCorrected={onCorrected} />
      )}
      {children}
    </div>
  )
}

/** The figures of the check, its report and its picture. */
export function CheckFigures({ checked, onShare }: { checked: CheckedFile; onShare: () => void }) {
  const lang = useLang()
  return (
    <section
      aria-label={m.check_figures()}
      className="grid grid-cols-1 gap-4 border-line not-first:border-t not-first:pt-4 print:border-0! print:pt-0!"
    >
      <dl className="grid gap-y-2" data-testid="ledger">
        {checkFigures(checked.summary, checked.direction, lang).map(({ label, text, isWrong }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className={`font-bold whitespace-nowrap ${isWrong ? 'text-error' : ''}`}>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1 border-t border-line pt-4 print:hidden">
        <ProtocolButton fileName={checked.file.name} isNext={checked.summary.off === 0} />
        <Button look="plain" data-testid="share" onClick={onShare}>
          <Icon name="share" />
          {m.check_share()}
        </Button>
      </div>
      <p className="text-small text-muted">{m.check_free()}</p>
    </section>
  )
}

type ProtocolProps = {
  fileName: string
  /** All prices are right: the report is what is left to do. */
  isNext: boolean
}

function ProtocolButton({ fileName, isNext }: ProtocolProps) {
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await downloadFile(() => check.request('exportProtocol', lang), checkFileName(fileName, 'pdf'))
    setBusy(false)
  }
  return (
    <Button look={isNext ? 'filled' : 'tinted'} isUnavailable={isBusy} onClick={() => void save()}>
      <Icon name="file" />
      {m.check_protocol()}
    </Button>
  )
}
