import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CountedAccount } from '#api/account.ts'
import { m } from '#i18n/messages/messages.js'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../routing/location.ts'
import { pathOf } from '../routing/paths.ts'
import { ACCOUNT_KEY, queryOf } from './queries.ts'

/** For a user whose free tokens wait for a confirmed email: that they do, and where to confirm it. */
export function FreeTokensHint() {
  const lang = useLang()
  const { data } = useQuery({ queryKey: ACCOUNT_KEY, queryFn: queryOf<CountedAccount>('null') })
  if (data?.freeTokens !== 'pending') return null
  return (
    <p>
      {m.free_tokens_pending({ count: SIGNUP_TOKENS })}{' '}
      <Link to={pathOf('settings', lang)} className="font-semibold underline underline-offset-4">
        {m.free_tokens_confirm()}
      </Link>
    </p>
  )
}
