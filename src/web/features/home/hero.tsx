import { useRef } from 'react'
import { EXTENSIONS } from '#formats/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { prefetchPage } from '../../routing/page-modules.ts'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { sampleFile } from '../file/sample.ts'
import { ExampleSheet } from './example-sheet.tsx'
import { LiveAmount } from './live-amount.tsx'

/** What the product does, ready to be tried: a file, one amount, an account. */
export function Hero({ onFile }: { onFile: (file: File) => void }) {
  return (
    <section className="grid grid-cols-1 gap-x-14 gap-y-6 sm:gap-y-8 lg:grid-cols-2 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      <div className="grid grid-cols-1 content-between justify-items-start gap-4 sm:gap-5 noscript:content-start">
        <h1 className="max-w-[8.1em] text-hero leading-[1.04]! font-extrabold tracking-[-0.04em]! text-wrap!">
          {m.home_heading()}&nbsp;<span className="text-euro">{m.home_heading_euro()}</span>
        </h1>
        <p className="max-w-prose text-lead text-muted">{m.home_lead()}</p>
        <ChooseFile onFile={onFile} />
        <MainAction />
      </div>
      <div className="grid grid-cols-1 content-between gap-5 sm:gap-6 noscript:content-start">
        <ExampleSheet />
        <LiveAmount />
      </div>
    </section>
  )
}

/** A file of the visitor's own or the sample, to look at before anything else. */
function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const lang = useLang()
  const { status } = useSession()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid w-full gap-1 sm:gap-3 sm:rounded-card sm:border-2 sm:border-dashed sm:border-line-strong sm:bg-raised sm:p-5 noscript:hidden">
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
          className="px-2! underline decoration-line-strong underline-offset-4 hover:decoration-ink max-sm:w-full"
          onClick={() => onFile(sampleFile())}
        >
          {m.home_choose_sample()}
        </Button>
      </div>
      <p className="text-small text-muted">
        <span className="max-sm:hidden">{m.home_choose_hint()} </span>
        <span className="max-sm:hidden pointer-coarse:hidden">{m.home_choose_drop()} </span>
        <Stacked below={m.home_choose_visitor()}>
          {status === 'signed-in' ? m.home_choose_member() : m.home_choose_visitor()}
        </Stacked>
      </p>
    </div>
  )
}

const size =
  'px-6 max-sm:w-full max-sm:px-2 max-sm:text-[0.9375rem] max-sm:tracking-tight max-sm:text-balance'

const tokensText = (tokens: number | undefined, lang: Lang): string =>
  tokens === undefined
    ? m.signed_in()
    : m.tokens_available({ tokens: m.tokens_for({ count: tokens, n: formatCount(tokens, lang) }) })

/** The main button, depending on the session (HOME-02..04); the same size in each state. */
function MainAction() {
  const lang = useLang()
  const session = useSession()
  const invitation = m.create_account({ tokens: SIGNUP_TOKENS })
  const note = {
    loading: () => '\u00a0',
    'signed-in': () => (session.status === 'signed-in' ? tokensText(session.tokens, lang) : ''),
    'signed-out': m.no_card,
  }[session.status]()
  return (
    <div className="flex w-full flex-wrap items-center gap-x-5 gap-y-2">
      {session.status === 'loading' && (
        <>
          <Button look="filled" size="large" disabled className={`${size} opacity-55 noscript:hidden`}>
            <Stacked below={invitation}>{m.loading()}</Stacked>
          </Button>
          {/* Without scripts the session is not requested. */}
          <noscript className="noscript:contents">
            <a
              href={pathOf('register', lang)}
              className={buttonClass({ look: 'filled', size: 'large', className: size })}
            >
              {invitation}
            </a>
          </noscript>
        </>
      )}
      {session.status === 'signed-in' && (
        <ButtonLink look="filled" size="large" to={pathOf('converter', lang)} className={size}>
          <Stacked below={invitation}>{m.open_converter()}</Stacked>
        </ButtonLink>
      )}
      {session.status === 'signed-out' && (
        <ButtonLink look="filled" size="large" to={pathOf('register', lang)} className={size}>
          {invitation}
        </ButtonLink>
      )}
      <div className="w-full text-small text-muted sm:flex sm:gap-x-4">
        <p>{m.home_token()}</p>
        <p>
          {note}
          {session.status === 'loading' && <span className="hidden noscript:inline">{m.no_card()}</span>}
        </p>
      </div>
    </div>
  )
}

/** A text with the space of the longest alternative, so that nothing moves when it changes. */
function Stacked({ below, children }: { below: string; children: string }) {
  return (
    <span className="grid items-center *:col-start-1 *:row-start-1">
      <span>{children}</span>
      <span aria-hidden="true" className="invisible">
        {below}
      </span>
    </span>
  )
}
