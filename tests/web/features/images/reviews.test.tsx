import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type OperatorImageReviewDetail, operatorImageReviews } from '#contract/operator/image-reviews.ts'
// the page that comes lazily is here before the clock of the first test runs
import '#src/operator/image-reviews/ImageReviewShow.tsx'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildReleaseVersion } from './images.ts'

const first = { timeout: 30_000 }
const waiting = (change: Partial<OperatorImageReviewDetail> = {}): OperatorImageReviewDetail => ({
  ...buildReleaseVersion({ state: 'pending', published_at: null, readme: '## 用法' }),
  entry: { id: 'entry-1', name: 'LoRA 微调', summary: '单卡微调', tags: ['微调'], original: false },
  author: { id: 'user-5', nickname: '陈砚', is_creator: true },
  reviewed_by: null,
  own: false,
  source: { image: '我的环境 v1', instance_id: null, instance_name: null },
  running: 0,
  others: [],
  ...change,
})
const open = () => renderWholeApp('/operator/image-reviews/version-1', { user: buildUser({ role: 'operator_review' }) })

describe('product §10 Review of community images', () => {
  it('shows what readers will see and what waits next, and refuses with a reason its author reads', async () => {
    const user = userEvent.setup()
    const sent: unknown[] = []
    mockCall(operatorImageReviews.get, () => waiting())
    mockCall(operatorImageReviews.list, () => ({
      items: [waiting(), { ...waiting({ version: '2.0' }), id: 'version-2' }],
      total: 2,
    }))
    mockCall(operatorImageReviews.reject, ({ params, body }) => {
      sent.push([params.id, body])
      return waiting({ state: 'refused', reason: body.reason })
    })
    open()
    await screen.findByRole('heading', { name: '用法' }, first)
    expect(await screen.findByRole('link', { name: /^下一项：.* 2\.0$/ })).toHaveAttribute(
      'href',
      '/operator/image-reviews/version-2',
    )
    await user.click(screen.getByRole('button', { name: '驳回' }))
    const dialog = await screen.findByRole('dialog', {}, first)
    await user.click(within(dialog).getByRole('button', { name: '驳回' }))
    await within(dialog).findByText('请写明原因')
    await user.type(within(dialog).getByLabelText('原因'), '没有启动方法')
    await user.click(within(dialog).getByRole('button', { name: '驳回' }))
    await waitFor(() => expect(sent).toEqual([['version-1', { reason: '没有启动方法' }]]))
  })

  it('offers no decision on one’s own version', async () => {
    mockCall(operatorImageReviews.get, () => waiting({ own: true }))
    mockCall(operatorImageReviews.list, () => ({ items: [], total: 0 }))
    open()
    await screen.findByRole('heading', { name: '用法' }, first)
    for (const name of ['通过', '驳回']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  it('takes a published version off, saying that what runs goes on', async () => {
    const user = userEvent.setup()
    mockCall(operatorImageReviews.get, () => waiting({ state: 'published', published_at: '2026-11-20T05:00:00.000Z' }))
    mockCall(operatorImageReviews.list, () => ({ items: [], total: 0 }))
    open()
    await user.click(await screen.findByRole('button', { name: '下线' }, first))
    expect(await screen.findByRole('dialog', {}, first)).toHaveTextContent('正在使用它的实例照常运行、开机和计费')
  })
})
