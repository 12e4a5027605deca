import { Button } from 'antd'
import { community_images } from '#contract/community.ts'
import { useAction } from '#src/admin/use-action.ts'

/** Keeps a community image, or lets go of it. */
export function Collect({ id, starred, stars }: { id: string; starred: boolean; stars: number }) {
  const { run, pending } = useAction(community_images.star, { success: false, failed: '没有成功，请重试' })
  return (
    <Button aria-pressed={starred} loading={pending} onClick={() => void run({ params: { id }, body: { starred: !starred } })}>
      {starred ? '已收藏' : '收藏'} · {stars}
    </Button>
  )
}
