import { formatRate } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FileButton } from '../file/file-picker.tsx'
import { CheckSheet } from './check-sheet.tsx'
import { ConnectionStatus } from '../file/connection-status.tsx'

type Props = { onFile: (file: File) => Promise<void> }

/** The page before a file is chosen: what is checked, the choice of a file, and a sample. */
export function CheckStart({ onFile }: Props) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <h1 className="text-h1">{m.check_page_title()}</h1>
        <p className="mt-2 max-w-prose text-lead text-muted">{m.check_lead()}</p>
      </div>
      <ConnectionStatus text={m.check_offline()} />
      <FileChoice onFile={onFile} />
      <WhatIsChecked />
    </div>
  )
}

function FileChoice({ onFile }: Props) {
  const lang = useLang()
  return (
    <CheckSheet>
      <div className="card relative grid max-w-full justify-items-center gap-3 px-6 pt-7 pb-5 text-center max-sm:border-transparent sm:px-11">
        <h2 id="check-choose-title" tabIndex={-1} className="max-w-80 text-h3 outline-none">
          {m.check_choose_title()}
        </h2>
        <FileButton look="filled" size="large" className="mt-1 sm:min-w-60" onFile={onFile}>
          <Icon name="file" />
          {m.bulk_upload()}
        </FileButton>
        <p>{m.bulk_drop_hint()}</p>
        <p className="max-w-96 text-small text-muted">{m.bulk_formats()}</p>
        <Button
          look="plain"
          data-testid="check-sample"
          onClick={() => void import('./sample.ts').then(({ sampleFile }) => onFile(sampleFile(lang)))}
        >
          <span className="underline decoration-line-strong underline-offset-4">{m.bulk_sample()}</span>
        </Button>
      </div>
    </CheckSheet>
  )
}

function WhatIsChecked() {
  const lang = useLang()
  const items = [
    [m.check_what_pairs_title(), m.check_what_pairs()],
    [m.check_what_rule_title(), m.check_what_rule({ rate: formatRate(lang) })],
    [m.check_what_result_title(), m.check_what_result()],
    [m.check_what_free_title(), m.check_free()],
  ] as const
  return (
    <ul className="grid gap-x-8 gap-y-5 border-t border-line pt-6 sm:grid-cols-2 lg:grid-cols-4">
      {items.map(([title, text]) => (
        <li key={title}>
          <h2 className="text-lead">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
