import { m } from '#i18n/messages/messages.js'
import { ChooseFile } from '../file/file-picker.tsx'
import { WhatIsChecked } from './what-is-checked.tsx'

/** The first question of the check: which list. */
export function ChooseList({ onFile }: { onFile: (file: File) => void }) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr] print:hidden">
      <ChooseFile titleId="check-choose-title" title={m.check_choose_title()} onFile={onFile}>
        <p className="max-w-prose">{m.check_free()}</p>
      </ChooseFile>
      <WhatIsChecked />
    </div>
  )
}
