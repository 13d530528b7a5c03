import { m } from '#i18n/messages/messages.js'
import { ChooseFile } from './choose-file.tsx'
import { ExampleSheet } from './example-sheet.tsx'
import { LiveAmount } from './live-amount.tsx'
import { MainAction } from './main-action.tsx'

/** What the product does, ready to be tried: a file, one amount, an account. */
export function Hero({ onFile }: { onFile: (file: File) => void }) {
  return (
    <section className="grid grid-cols-1 gap-x-11 gap-y-10 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)] lg:items-center">
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <h1 className="text-hero leading-[1.04]! font-extrabold tracking-[-0.04em]! text-wrap!">
          {m.home_heading()}&nbsp;<span className="text-euro">{m.home_heading_euro()}</span>
        </h1>
        <p className="max-w-prose text-lead text-muted">{m.home_lead()}</p>
        <ChooseFile onFile={onFile} />
        <LiveAmount />
        <MainAction />
      </div>
      <ExampleSheet />
    </section>
  )
}
