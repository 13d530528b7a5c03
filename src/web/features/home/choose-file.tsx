import { useRef } from 'react'
import { EXTENSIONS } from '#formats/format.ts'
import { m } from '#i18n/messages/messages.js'
import { prefetchPage } from '../../routing/page-modules.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { sampleFile } from './sample.ts'
import { Stacked } from './stacked.tsx'

/** A file of the visitor's own or the sample, to look at before anything else. */
export function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const lang = useLang()
  const { status } = useSession()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid w-full gap-3 rounded-card border-2 border-dashed border-line-strong bg-raised p-4 sm:p-5 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          ref={input}
          type="file"
          accept={EXTENSIONS.map((extension) => `.${extension}`).join(',')}
          hidden
          aria-label={m.home_choose()}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            target.value = ''
          }}
        />
        <Button
          look="tinted"
          size="large"
          className="px-6 max-sm:w-full"
          onClick={() => {
            // While the file is being chosen its page is loaded.
            void prefetchPage(pathOf('converter', lang))
            input.current?.click()
          }}
        >
          <Icon name="file" />
          {m.home_choose()}
        </Button>
        <Button
          look="plain"
          className="underline decoration-line-strong underline-offset-4 hover:decoration-ink max-sm:w-full"
          onClick={() => onFile(sampleFile())}
        >
          {m.home_choose_sample()}
        </Button>
      </div>
      <p className="text-small text-muted">
        {m.home_choose_hint()}{' '}
        <Stacked below={m.home_choose_visitor()}>
          {status === 'signed-in' ? m.home_choose_member() : m.home_choose_visitor()}
        </Stacked>
      </p>
    </div>
  )
}
