import { useInvalidate } from '@refinedev/core'
import { useEffect } from 'react'
import type { ImageReleaseDetail } from '#contract/image-releases.ts'

const pollMs = 5000

/** Looks again while a version is being prepared, in case the stream is away. */
export function usePollWhilePreparing({ id, versions }: Pick<ImageReleaseDetail, 'id' | 'versions'>): void {
  const invalidate = useInvalidate()
  const preparing = versions.some(({ state }) => state === 'preparing')
  useEffect(() => {
    if (!preparing) return
    const timer = setInterval(() => void invalidate({ resource: 'images-releases', id, invalidates: ['list', 'detail'] }), pollMs)
    return () => clearInterval(timer)
  }, [preparing, id, invalidate])
}
