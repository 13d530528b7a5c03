import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { hasStatus, query } from '#engine/http/client.ts'

/**
 * The query function of LAY-07: GET to the path that the key's elements make (`['/api/convert', 'jobs', id]`), as JSON.
 * @param on401 whether a 401 is an error or an empty (null) result.
 */
export const queryOf =
  <T>(on401: 'raise' | 'null'): QueryFunction<T | null> =>
  async ({ queryKey, signal }) => {
    try {
      return (await query(queryKey, signal)) as T
    } catch (error) {
      if (on401 === 'null' && hasStatus(error, 401)) return null
      throw error
    }
  }

/** Facts about the account, with the numbers of its conversions and purchases. */
export const ACCOUNT_KEY = ['/api/account']

/** The saved conversions. */
export const JOBS_KEY = ['/api/convert', 'jobs']

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, refetchInterval: false, refetchOnWindowFocus: false, retry: false },
      mutations: { retry: false },
    },
  })
