import { datasets } from '#contract/community.ts'
import { useAction } from '#src/admin/use-action.ts'

/** Stars or unstars a data set; refetches both lists and the page that shows it. */
export function useStarDataset(id: string) {
  const { run, pending } = useAction(datasets.star, {
    success: (_, { body }) => (body?.starred ? '已收藏' : '已取消收藏'),
    failed: '没有成功，请重试',
  })
  return { busy: pending, star: (starred: boolean) => void run({ params: { id }, body: { starred } }) }
}
