import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Access } from '#contract/endpoint.ts'
import { Forbidden } from '#src/admin/errors/Forbidden.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { mayAccess } from '#src/session/may-access.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Draws the page for those it is for. Who is no tencent user is led to the overview (spec §6); others get 403. */
export function Allowed({ access, children }: { access: Access; children: ReactNode }) {
  const user = useStore(current_user)
  if (access === 'public' || access === 'user') return children
  if (!user) return <PageSkeleton />
  if (mayAccess(access, user)) return children
  return access === 'tencent' ? <Navigate to={paths.data_overview} replace /> : <Forbidden access={access} />
}
