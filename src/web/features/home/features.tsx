import type { ReactNode } from 'react'
import type { Cents, MinorUnits } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { CheckCard } from './check-card.tsx'
import { SectionHeading } from './heading.tsx'
import { ProtocolCard } from './protocol-card.tsx'
import { AMBIGUOUS } from './sample.ts'

const NATIONAL_PRICE = 1250 as MinorUnits<'national'>
const EURO_PRICE = 1000 as Cents

/** What is still to be done in lev, each thing with its picture. */
export function Features() {
  return (
    <section aria-labelledby="features" className="grid grid-cols-1 gap-6">
      <SectionHeading id="features" title={m.home_features()}>
        {m.home_features_text()}
      </SectionHeading>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[7fr_6fr]">
        <CheckCard />
        <ProtocolCard />
      </div>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
        <Feature title={m.home_feature_back()} text={m.home_feature_back_text()}>
          <Money hundredths={EURO_PRICE} currency={EURO} /> <Arrow />{' '}
          <Money hundredths={convertMinorUnits(EURO_PRICE, EURO).national} currency={NATIONAL} />
        </Feature>
        <Feature title={m.home_feature_ask()} text={m.home_feature_ask_text()}>
          <span className="font-semibold text-ask">{AMBIGUOUS.written} ?</span>
        </Feature>
        <Feature title={m.home_feature_single()} text={m.home_feature_single_text()}>
          <Money hundredths={NATIONAL_PRICE} currency={NATIONAL} /> <Arrow />{' '}
          <Money hundredths={convertMinorUnits(NATIONAL_PRICE, NATIONAL).euro} currency={EURO} />
        </Feature>
      </div>
    </section>
  )
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 border-t border-line-strong pt-3">
      <p className="text-h3 tracking-tight">{children}</p>
      <h3 className="text-lead">{title}</h3>
      <p className="text-muted">{text}</p>
    </div>
  )
}

const Arrow = () => <span className="mx-1 text-muted">→</span>
