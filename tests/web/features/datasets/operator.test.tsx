import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { datasets } from '#contract/community.ts'
import type { DatasetState } from '#contract/my-datasets.ts'
import { type OperatorDatasetDetail, operatorDatasets } from '#contract/operator/datasets.ts'
import '#src/admin/actions/ActionForm.tsx'
import '#src/operator/datasets/DatasetReview.tsx'
import { findPageTitle, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildMyDatasetVersion, serveDatasetFiles } from './world.ts'

const user = buildUser({ role: 'operator_review' })
const { progress: _, source: __, ...version } = buildMyDatasetVersion()
const aReview = (change: Partial<OperatorDatasetDetail> = {}): OperatorDatasetDetail => ({
  ...version,
  name: '鸢尾花',
  slug: 'iris',
  summary: '三种鸢尾',
  type: { id: 'table', name: '表格' },
  tags: [],
  author: { id: 'user-9', nickname: '苏木' },
  own: false,
  reviewer: null,
  kinds: [{ kind: 'text/plain', files: 2, size_bytes: 4600 }],
  versions: [],
  ...change,
})
const button = (word: string) => screen.getByText(word).closest('button') as HTMLButtonElement

describe('product §10 Review of data sets', () => {
  it('shows text, kinds and files, and refuses with a reason', async () => {
    let state: DatasetState = 'pending'
    let reason: string | null = null
    serveDatasetFiles()
    mockCall(operatorDatasets.get, () => aReview({ state, reason }))
    mockCall(operatorDatasets.list, () => ({ items: [], total: 0 }))
    mockCall(operatorDatasets.reject, ({ body }) => {
      state = 'refused'
      reason = body.reason
      return aReview({ state, reason })
    })
    renderWholeApp('/operator/data-set-reviews/version-1', { user })
    await findPageTitle('鸢尾花 1.0')
    expect(screen.getByText('text/plain').closest('tr')).toHaveTextContent('text/plain24.5 KB')
    await screen.findByText('iris.csv')
    await userEvent.click(button('驳回'))
    const dialog = (await screen.findByText(/修改后可以重新提交/)).closest('.ant-modal') as HTMLElement
    await userEvent.type(within(dialog).getByLabelText('原因'), '没有写出处')
    await userEvent.click(within(dialog).getByText('驳回', { selector: 'button span' }).closest('button') as HTMLElement)
    await waitFor(() => expect(screen.queryByText('通过并公开')).not.toBeInTheDocument())
    expect(reason).toBe('没有写出处')
  })

  it('leaves what is one’s own to others', async () => {
    serveDatasetFiles()
    mockCall(operatorDatasets.get, () => aReview({ own: true }))
    mockCall(operatorDatasets.list, () => ({ items: [], total: 0 }))
    renderWholeApp('/operator/data-set-reviews/version-1', { user })
    await findPageTitle('鸢尾花 1.0')
    expect(screen.getByText('这是你自己的数据集，请由其他审核人员处理。')).toBeInTheDocument()
    expect(screen.queryByText('通过并公开')).not.toBeInTheDocument()
  })

  it('lists what waits, as the address says', async () => {
    const asked: unknown[] = []
    mockCall(datasets.types, () => [])
    mockCall(operatorDatasets.list, ({ query }) => {
      asked.push(query.todo)
      return { items: [aReview()], total: 1 }
    })
    renderWholeApp('/operator/data-set-reviews?todo=true', { user })
    await waitFor(() => expect(screen.getByText('鸢尾花 1.0').closest('tr')).toHaveTextContent('待审核'))
    expect(asked).toEqual(['true'])
  })
})
