import { useCan } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Access } from '#contract/endpoint.ts'
import { Forbidden } from '#src/admin/errors/Forbidden.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import { type AccessQuestion, useAccess } from '#src/admin/use-access-checks.ts'
import { paths } from '#src/paths.ts'

const none: never[] = []

interface Props {
  /** The name of the resource or page. */
  resource: string
  action: string
  /** What the page will ask: answered with it, so that no button comes after the page. */
  beside?: readonly AccessQuestion[]
  /** What is asked for, which says how a refusal reads. */
  access: Access
  children: ReactNode
}

/** Draws the page for those it is for. Who is no tencent user is led to the overview (spec §6); others get 403. */
export function Allowed({ resource, action, beside = none, access, children }: Props) {
  const { data } = useCan({ resource, action })
  useAccess(beside)
  if (!data) return <PageSkeleton />
  if (data.can) return children
  return access === 'tencent' ? <Navigate to={paths.data_overview} replace /> : <Forbidden access={access} />
}
