import { useMemo } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import { type AccessCheck, useAccessChecks } from '#src/admin/use-access-checks.ts'
import { buildAccessQuestions, listRowActions } from './row-actions.ts'

/**
 * Checks what the user may do to rows of the resource, individually and in bulk. Runs in parallel with loading the rows, so
 * that no button appears after its row.
 */
export function useRowAccess(resource: Resource): AccessCheck {
  const questions = useMemo(
    () => buildAccessQuestions(resource, [...listRowActions(resource), ...(resource.bulk ?? [])]),
    [resource],
  )
  return useAccessChecks(questions).may
}
