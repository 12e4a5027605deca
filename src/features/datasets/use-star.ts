import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import { data_sets } from '#contract/community.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

/** Keeps a data set, or lets go of it; both lists and the page that shows it are asked for again. */
export function useStar(id: string) {
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState(false)
  const star = async (starred: boolean) => {
    setBusy(true)
    try {
      await call(data_sets.star, { params: { id }, body: { starred } })
      toast.success(starred ? '已收藏' : '已取消收藏')
      await Promise.all([
        invalidate({ resource: 'data-sets', id, invalidates: ['list', 'detail'] }),
        invalidate({ resource: 'collected-data-sets', id, invalidates: ['list', 'detail'] }),
      ])
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return { busy, star: (starred: boolean) => void star(starred) }
}
