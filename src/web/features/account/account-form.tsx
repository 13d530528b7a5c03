import { type FormEvent, type ReactNode, Suspense, lazy, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Session } from '#api/auth.ts'
import { LIMITS, SIGNUP_TOKENS } from '#product/limits.ts'
import { ApiCallError } from '#engine/http/client.ts'
import { useLang, useSearch } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { type Page, pageOf, pathOf } from '../../routing/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { useFormCheck } from '../../session/use-form-check.ts'
import { FormError, StatusLine } from '../../ui/form-status.tsx'
import { errorOf } from '../../session/use-submit.ts'
import { PasskeySignIn } from './two-step/passkey-sign-in.tsx'
import type { BegunSignIn } from './two-step/second-step.tsx'
import { useSignIn } from './use-sign-in.ts'
import { useFormAside } from './form-aside.tsx'

type Credentials = { email: string; password: string }

type Props = {
  kind: 'login' | 'register'
  title: string
  /** A message about what has led here. */
  notice?: string | undefined
  action: string
  /** The message when the server sends none. */
  failure: string
  submit: (credentials: Credentials) => Promise<Session>
  children: ReactNode
}

type Failure = {
  text: string
  field: keyof Credentials | undefined
  /** What to do next, where the error alone does not say it. */
  next: string | undefined
  /** Whether others have used up the attempts: a code lets the owner in. */
  isLocked?: boolean
}

/** The field that an error is about; other errors concern both fields or none. */
const FIELD_OF: Partial<Record<string, keyof Credentials>> = {
  invalid_email: 'email',
  email_taken: 'email',
  invalid_password: 'password',
  common_password: 'password',
}

const NEXT: Partial<Record<string, () => string>> = {
  invalid_credentials: m.login_failed_hint,
  too_many_requests: m.login_locked_hint,
}

const failureOf = (thrown: unknown, failure: string): Failure => {
  const { text, code } = errorOf(thrown, failure)
  const isLocked = code === 'too_many_requests'
  return { text, field: FIELD_OF[code ?? ''], next: NEXT[code ?? '']?.(), isLocked }
}

/** The ticket of a sign-in that needs a second factor. */
function begunSignIn(thrown: unknown): BegunSignIn | undefined {
  if (!(thrown instanceof ApiCallError) || thrown.code !== 'second_factor_required') return undefined
  const { ticket = '', factors = [] } = JSON.parse(thrown.text) as Partial<BegunSignIn>
  return { ticket, factors }
}

const SecondStep = lazy(() => import('./two-step/second-step.tsx'))
const DeviceCode = lazy(() => import('./two-step/device-code.tsx'))

/** Why a visitor was sent here, by the page they come from. */
const REASON: Record<Props['kind'], Partial<Record<Page, () => string>>> = {
  login: {
    converter: m.sign_in_for_converter,
    check: m.sign_in_for_check,
    checkout: m.sign_in_for_checkout,
    pricing: m.sign_in_for_pricing,
    success: m.sign_in_for_success,
  },
  register: {
    converter: m.register_for_converter,
    check: m.register_for_check,
    checkout: m.register_for_checkout,
  },
}

function useReason(kind: Props['kind']): string | undefined {
  const next = new URLSearchParams(useSearch()).get('next')
  const page = next === null ? undefined : pageOf(next.replace(/[?#].*$/, ''))
  return page && REASON[kind][page]?.()
}

/** Duration of 'Registered! Redirecting…' (AUTH-01). */
const REDIRECT_AFTER_MS = 800

/** Email and password, for signing in and registering (AUTH-01..03). */
export function AccountForm({ kind, title, notice, action, failure, submit, children }: Props) {
  const lang = useLang()
  const reason = useReason(kind) ?? (kind === 'register' ? m.register_lead() : m.login_lead())
  const { sentence, aside } = useFormAside(kind)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<Failure>()
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open')
  const errorId = useId()
  const fields = useFormCheck()
  const errorAt = (field: keyof Credentials) =>
    error?.field === field ? error.text : fields.problemOf(field)
  // An error about both fields is below them.
  const failed = error && !error.field ? { 'aria-invalid': true, errorId } : {}
  const [step, setStep] = useState<'password' | 'device-code' | BegunSignIn>('password')
  const complete = useSignIn(async ({ tokens }) => {
    setState('done')
    if (kind !== 'register') return
    // The first tokens wait for a confirmed email where too many have registered from the same network.
    if (tokens === 0) toasts.show(m.free_tokens_sent({ count: SIGNUP_TOKENS }))
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_AFTER_MS))
  })

  async function signIn() {
    setState('sending')
    try {
      await complete(() => submit({ email, password }))
    } catch (thrown) {
      setState('open')
      const begun = begunSignIn(thrown)
      if (begun === undefined) setError(failureOf(thrown, failure))
      setStep(begun ?? 'password')
    }
  }

  /** @param problem why, where the user did not choose it */
  function backToPassword(problem?: string) {
    setStep('password')
    setError(problem === undefined ? undefined : { text: problem, field: undefined, next: undefined })
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state !== 'open') return
    setError(undefined)
    if (!fields.check(event.currentTarget)) return
    await signIn()
  }

  if (step === 'device-code')
    return (
      <Suspense>
        <DeviceCode email={email.trim()} onKnown={() => void signIn()} onBack={backToPassword} />
      </Suspense>
    )
  if (step !== 'password')
    return (
      <Suspense>
        <SecondStep begun={step} complete={complete} onBack={backToPassword} />
      </Suspense>
    )
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-x-10 gap-y-10 md:grid-cols-[20rem_minmax(0,1fr)] lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-x-16">
      <form
        noValidate
        onSubmit={(event) => void send(event)}
        className="grid w-full max-w-md content-start gap-5 max-md:mx-auto"
      >
        <div>
          <h1 className="text-h1">{title}</h1>
          {/* Two lines high in any case: what waits on the device is known after the page has started. Beside the form its card says it. */}
          <p className="mt-2 min-h-[2lh] text-muted">
            <span className={sentence === undefined ? '' : 'max-md:hidden'}>{reason}</span>
            {sentence !== undefined && (
              <span className="line-clamp-2 font-semibold wrap-anywhere text-ink md:hidden">{sentence}</span>
            )}
          </p>
        </div>
        {notice !== undefined && (
          <p role="status" className="border-s-4 border-ink bg-sunken px-4 py-3">
            {notice}
          </p>
        )}
        <Field
          label={m.email()}
          seeksFocus
          error={errorAt('email')}
          {...failed}
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={LIMITS.emailLength}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            setError(undefined)
            fields.clear()
          }}
        />
        <PasswordField
          kind={kind === 'register' ? 'new' : 'current'}
          label={m.password()}
          error={errorAt('password')}
          {...failed}
          name="password"
          value={password}
          onType={(text) => {
            setPassword(text)
            setError(undefined)
            fields.clear()
          }}
        />
        <div className={error && !error.field ? 'grid gap-1' : 'absolute'}>
          <FormError id={errorId} text={error && !error.field ? error.text : undefined} />
          <StatusLine text={kind === 'login' && error?.next !== undefined && error.next} />
          {kind === 'login' && error?.isLocked === true && (
            <Button look="tinted" className="mt-2 justify-self-start" onClick={() => setStep('device-code')}>
              {m.device_code_offer()}
            </Button>
          )}
        </div>
        {kind === 'login' && (
          <Link
            to={pathOf('forgot', lang)}
            state={{ email }}
            className="justify-self-start underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {m.password_forgotten()}
          </Link>
        )}
        <Button
          look="filled"
          size="large"
          type="submit"
          isUnavailable={state !== 'open'}
          className={kind === 'register' ? 'md:max-lg:px-2! md:max-lg:text-base!' : undefined}
        >
          {state === 'sending' ? m.sending() : action}
        </Button>
        {kind === 'login' && <PasskeySignIn complete={complete} />}
        <StatusLine
          text={state === 'done' && kind === 'register' && m.registered()}
          className="font-semibold text-ink"
        />
        {children}
      </form>
      {/* Below the form it is as high as what may take its place in sight. */}
      <div className="w-full max-md:mx-auto max-md:min-h-80 max-md:max-w-md">{aside}</div>
    </div>
  )
}

/** The link of an email that was truncated. */
export function BrokenLink({ children }: { children: ReactNode }) {
  return (
    <div className="grid w-full max-w-md justify-items-start gap-5 mx-auto">
      <div>
        <h1 className="text-h1">{m.link_none_title()}</h1>
        <p className="mt-2">{m.link_none()}</p>
      </div>
      {children}
    </div>
  )
}
