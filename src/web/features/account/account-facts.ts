import { useQuery } from '@tanstack/react-query'
import type { AccountFacts } from '#api/account.ts'
import { queryOf } from '../../session/queries.ts'

export const ACCOUNT_KEY = ['/api/account']

/** What the server knows of the account besides its balance. */
export const useAccountFacts = () =>
  useQuery({ queryKey: ACCOUNT_KEY, queryFn: queryOf<AccountFacts>('null'), refetchOnMount: 'always' })
