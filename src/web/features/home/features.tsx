import type { ReactNode } from 'react'
import type { Cents, Stotinki } from '#money/amount.ts'
import { centsFromStotinki, stotinkiFromCents } from '#money/convert.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { Beside } from '../../ui/section.tsx'

const LEV = 1250 as Stotinki
const EURO = 1000 as Cents

/** Each feature under a specimen of what it is about, rather than a picture of it. */
export function Features() {
  return (
    <Beside id="features" title={m.home_features()}>
      <div className="grid gap-x-14 gap-y-8 sm:grid-cols-2">
        <Feature title={m.home_feature_single()} text={m.home_feature_single_text()}>
          <Money hundredths={LEV} currency="BGN" /> <Arrow />{' '}
          <Money hundredths={centsFromStotinki(LEV)} currency="EUR" />
        </Feature>
        <Feature title={m.home_feature_back()} text={m.home_feature_back_text()}>
          <Money hundredths={EURO} currency="EUR" /> <Arrow />{' '}
          <Money hundredths={stotinkiFromCents(EURO)} currency="BGN" />
        </Feature>
        <Feature title={m.home_feature_file()} text={m.home_feature_file_text()}>
          <span className="font-semibold">XLSX, CSV, JSON</span>
        </Feature>
        <Feature title={m.home_feature_fix()} text={m.home_feature_fix_text()}>
          <span className="font-semibold">12,500</span> <span className="text-muted">?</span>
        </Feature>
      </div>
    </Beside>
  )
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2 border-t border-line-strong pt-4">
      <p className="text-2xl tracking-tight">{children}</p>
      <h3 className="mt-2 text-lg">{title}</h3>
      <p className="text-muted">{text}</p>
    </div>
  )
}

const Arrow = () => <span className="mx-1 text-muted">→</span>
