import { useCan } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { EndpointAccess } from '#contract/endpoint.ts'
import { Forbidden } from '#src/admin/errors/Forbidden.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import { type AccessQuestion, useAccessChecks } from '#src/admin/use-access-checks.ts'
import { paths } from '#src/paths.ts'

const noQuestions: never[] = []

interface Props {
  /** The name of the resource or page. */
  resource: string
  action: string
  /** What the page will ask: answered with it, so that no button comes after the page. */
  beside?: readonly AccessQuestion[]
  /** What is asked for, which says how a refusal reads. */
  access: EndpointAccess
  children: ReactNode
}

/** Draws the page for those it is for. Who is no tencent user is led to the overview (spec §6); others get 403. */
export function AccessGuard({ resource, action, beside = noQuestions, access, children }: Props) {
  const { data } = useCan({ resource, action })
  useAccessChecks(beside)
  if (!data) return <PageSkeleton />
  if (data.can) return children
  return access === 'tencent' ? <Navigate to={paths.dataOverview} replace /> : <Forbidden access={access} />
}
