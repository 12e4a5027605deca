import { type CanReturnType, useCanWithoutCache, useKeys } from '@refinedev/core'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

export interface AccessQuestion {
  /** Name of a resource or page. */
  resource: string
  action: string
}

/** Params for `CanAccess`, which would otherwise cache per address; shares the cache entry of all other access checks. */
export const emptyAccessParams = {}

/** Returns whether an action is allowed; false while unknown. */
export type AccessCheck = (resource: string, action: string) => boolean

const formatQuestionKey = ({ resource, action }: AccessQuestion) => `${resource} ${action}`
const combine = (results: UseQueryResult<CanReturnType>[]) => results.map(({ data, isError }) => (isError ? false : data?.can))

/**
 * Checks several permissions with the access control provider, in the cache entries of Refine's `useCan`. Checks again when the
 * user changes.
 */
export function useAccessChecks(questions: readonly AccessQuestion[]): { may: AccessCheck; known: boolean } {
  const asked = useMemo(() => [...new Map(questions.map((one) => [formatQuestionKey(one), one])).values()], [questions])
  const { can } = useCanWithoutCache()
  const { keys } = useKeys()
  const answers = useQueries({
    queries: asked.map(({ resource, action }) => ({
      queryKey: keys().access().resource(resource).action(action).params({ params: {} }).get(),
      queryFn: async (): Promise<CanReturnType> => (await can?.({ resource, action, params: {} })) ?? { can: true },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine,
  })
  return useMemo(() => {
    const open = new Set(asked.filter((_, index) => answers[index]).map(formatQuestionKey))
    return {
      may: (resource, action) => open.has(formatQuestionKey({ resource, action })),
      known: asked.every((_, index) => answers[index] !== undefined),
    }
  }, [asked, answers])
}
