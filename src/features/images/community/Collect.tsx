import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { community_images } from '#contract/community.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

/** Keeps a community image, or lets go of it. */
export function Collect({ id, starred, stars }: { id: string; starred: boolean; stars: number }) {
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState(false)
  const toggle = async () => {
    setBusy(true)
    try {
      await call(community_images.star, { params: { id }, body: { starred: !starred } })
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
    }
    await Promise.all(
      ['community-images', 'collected-images'].map((resource) => invalidate({ resource, id, invalidates: ['list', 'detail'] })),
    )
    setBusy(false)
  }
  return (
    <Button aria-pressed={starred} loading={busy} onClick={() => void toggle()}>
      {starred ? '已收藏' : '收藏'} · {stars}
    </Button>
  )
}
