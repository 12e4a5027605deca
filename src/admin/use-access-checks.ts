import { type CanReturnType, useCanWithoutCache, useKeys } from '@refinedev/core'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

export interface AccessQuestion {
  /** The name of a resource or of a page. */
  resource: string
  action: string
}

/** For `CanAccess`, which else asks for each address anew: kept where all others that ask keep it. */
export const emptyAccessParams = {}

/** What is not known yet may not be done. */
export type AccessCheck = (resource: string, action: string) => boolean

const formatQuestionKey = ({ resource, action }: AccessQuestion) => `${resource} ${action}`
const combine = (results: UseQueryResult<CanReturnType>[]) => results.map(({ data, isError }) => (isError ? false : data?.can))

/**
 * The access control provider's answers to several questions, kept where Refine's `useCan` keeps each of them. They are asked
 * for again when the user changes.
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
