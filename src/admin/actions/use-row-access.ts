import { useMemo } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import { type AccessCheck, useAccessChecks } from '#src/admin/use-access-checks.ts'
import { buildAccessQuestions, listRowActions } from './row-actions.ts'

/**
 * What this user may do to rows of the resource, one by one and in bulk. Asked while the rows themselves are on their way, so
 * that no button comes after its row.
 */
export function useRowAccess(resource: Resource): AccessCheck {
  const questions = useMemo(
    () => buildAccessQuestions(resource, [...listRowActions(resource), ...(resource.bulk ?? [])]),
    [resource],
  )
  return useAccessChecks(questions).may
}
