import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { datasets } from '#contract/community.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import '#src/features/datasets/datasets.resource.tsx'
import '#src/features/datasets/collected/CollectedDatasetShow.tsx'
import '#src/features/datasets/public/DatasetShow.tsx'
import '#src/features/datasets/own/EditDatasetDialog.tsx'
import '#src/features/datasets/own/MyDatasetShow.tsx'
import { buildDataset, buildDatasetDetail } from '#tests/web/site/community/entries.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import {
  buildCollectedDataset,
  buildMyDataset,
  buildMyDatasetVersion,
  serveDatasetFiles,
  serveMyDataset,
  servePublicDatasets,
} from './world.ts'

/** The question that stands over the page. */
const answer = async (word: string) => {
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByText(word).closest('button') as HTMLElement)
}
const button = (word: string) => screen.getByText(word).closest('button') as HTMLButtonElement

describe('requirements §2 /console/data-set', () => {
  it('lists the catalogue, filtered as the address says, each row a way to its page', async () => {
    servePublicDatasets()
    const asked: unknown[] = []
    mockCall(datasets.list, ({ query }) => {
      asked.push(query.type)
      return { items: [buildDataset()], total: 1 }
    })
    renderWholeApp('/console/data-set?type=image')
    await findPageTitle('公开数据集')
    expect((await screen.findByText('CIFAR-10')).closest('a')).toHaveAttribute('href', '/console/data-set/data-set-cifar')
    expect(asked).toEqual(['image'])
  })

  it('shows one with its text, files and versions, and keeps it', async () => {
    let starred = false
    servePublicDatasets()
    serveDatasetFiles()
    mockCall(datasets.get, ({ params }) => ({ ...buildDatasetDetail(params.id), original: false, starred }))
    mockCall(datasets.star, ({ body }) => {
      starred = body.starred
      return { starred, stars: 4 }
    })
    renderWholeApp('/console/data-set/cifar')
    await findPageTitle('CIFAR-10')
    expect(screen.getByText('/datasets/cifar/python')).toBeInTheDocument()
    expect(screen.getByText('格式')).toBeInTheDocument()
    await screen.findByText('iris.csv')
    await userEvent.click(button('收藏 · 3'))
    expect((await screen.findByText('已收藏 · 3')).closest('button')).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('requirements §2 /console/my-data-set/my-collect-data', () => {
  it('marks what was taken offline, and lets go of it', async () => {
    let rows = [buildCollectedDataset(), buildCollectedDataset({ id: 'set-gone', name: '旧数据', newest: null })]
    servePublicDatasets()
    mockCall(datasets.collected, () => ({ items: rows, total: rows.length }))
    mockCall(datasets.star, ({ params, body }) => {
      rows = rows.filter(({ id }) => id !== params.id)
      return { starred: body.starred, stars: 1 }
    })
    renderWholeApp('/console/my-data-set/my-collect-data')
    await findPageTitle('收藏的数据集')
    const row = (await screen.findByText('旧数据')).closest('tr') as HTMLElement
    expect(row).toHaveTextContent('已下线')
    expect(within(row).getByText('旧数据').closest('a')).toHaveAttribute(
      'href',
      '/console/my-data-set/collect-detail?id=set-gone',
    )
    await userEvent.click(within(row).getByText('取消收藏').closest('button') as HTMLElement)
    await waitFor(() => expect(screen.queryByText('旧数据')).not.toBeInTheDocument())
    expect(screen.getByText('手写数字')).toBeInTheDocument()
  })

  it('says of one that is gone what that means', async () => {
    mockCall(datasets.get, () => {
      throw new RefusedError('not_found')
    })
    renderWholeApp('/console/my-data-set/collect-detail?id=set-gone')
    await findPageTitle('数据集已下线')
    expect(screen.getByText(/已经挂载它的实例不受影响/)).toBeInTheDocument()
  })
})

describe('requirements §2 /console/my-data-set/my-data-set', () => {
  it('shows the state of the newest version, and offers deletion only of what was never published', async () => {
    serveMyDataset(() =>
      buildMyDataset([buildMyDatasetVersion({ state: 'published', published_at: '2026-11-20T04:00:00.000Z' })]),
    )
    renderWholeApp('/console/my-data-set/my-data-set')
    const row = (await screen.findByText('鸢尾花')).closest('tr') as HTMLElement
    expect(row).toHaveTextContent('已发布')
    expect(within(row).getByText('鸢尾花').closest('a')).toHaveAttribute('href', '/console/my-data-set/detail?id=set-own')
    expect(within(row).getByText('发布新版本')).toBeInTheDocument()
    expect(screen.queryByText('删除')).not.toBeInTheDocument()
  })

  it('leads who has none to the form', async () => {
    serveMyDataset(() => buildMyDataset())
    mockCall(myDatasets.list, () => ({ items: [], total: 0 }))
    renderWholeApp('/console/my-data-set/my-data-set')
    await screen.findByText('还没有发布过数据集')
    await userEvent.click(screen.getByRole('button', { name: '发布数据集' }))
    expect(getAddress()).toBe('/console/my-data-set/release-dataset')
  })

  it('changes name, summary, type and tags, and shows a refusal at its field', async () => {
    let name = '鸢尾花'
    serveDatasetFiles()
    serveMyDataset(() => buildMyDataset([buildMyDatasetVersion()], { name }))
    mockCall(myDatasets.update, ({ body }) => {
      if (body.name === '旧名') throw new RefusedError('invalid', { errors: { name: ['已有同名的数据集'] } })
      name = body.name
      return buildMyDataset([buildMyDatasetVersion()], { name })
    })
    renderWholeApp('/console/my-data-set/detail?id=set-own')
    await findPageTitle('鸢尾花')
    await userEvent.click(button('修改信息'))
    const field = await screen.findByLabelText('名称')
    await userEvent.clear(field)
    await userEvent.type(field, '旧名')
    await userEvent.click(button('保存'))
    await screen.findByText('已有同名的数据集')
    await userEvent.clear(field)
    await userEvent.type(field, 'Iris')
    await userEvent.click(button('保存'))
    await findPageTitle('Iris')
  })
})

describe('product §7 Versions of a data set', () => {
  it('tell how far the copying is, and why one was refused', async () => {
    const preparing = buildMyDatasetVersion({
      id: 'version-2',
      version: '2.0',
      state: 'preparing',
      has_files: false,
      size_bytes: 0,
      file_count: 0,
      progress: { percent: 40, copied_bytes: 41_943_040, total_bytes: 104_857_600 },
    })
    serveDatasetFiles()
    serveMyDataset(() => buildMyDataset([preparing, buildMyDatasetVersion({ state: 'refused', reason: '没有写出处' })]))
    renderWholeApp('/console/my-data-set/detail?id=set-own')
    await findPageTitle('鸢尾花')
    expect(screen.getByText(/正在复制文件，40 MB \/ 100 MB/)).toBeInTheDocument()
    expect(screen.getByText('原因：没有写出处')).toBeInTheDocument()
    expect(screen.queryByLabelText('文件清单')).not.toBeInTheDocument()
    await userEvent.click(screen.getByText('1.0'))
    await screen.findByLabelText('文件清单')
    await userEvent.click(button('修改并重新提交'))
    expect(getAddress()).toBe('/console/my-data-set/release-dataset?id=set-own&version_id=version-1')
  })

  it('are taken offline after a question, and put back by their author', async () => {
    let state: 'published' | 'offline' = 'published'
    const publishedAt = '2026-11-20T04:00:00.000Z'
    serveDatasetFiles()
    serveMyDataset(() =>
      buildMyDataset([
        buildMyDatasetVersion({ state, published_at: publishedAt, offline_by: state === 'offline' ? 'author' : null }),
      ]),
    )
    mockCall(myDatasets.offline, () => {
      state = 'offline'
      return buildMyDatasetVersion({ state, published_at: publishedAt })
    })
    renderWholeApp('/console/my-data-set/detail?id=set-own')
    await findPageTitle('鸢尾花')
    await userEvent.click(button('下线'))
    expect(await screen.findByText(/已挂载它的实例照常使用/)).toBeInTheDocument()
    await answer('下线')
    expect(await screen.findByText('重新上线')).toBeInTheDocument()
  })

  it('that the operators took offline cannot be put back by their author', async () => {
    const publishedAt = '2026-11-20T04:00:00.000Z'
    serveDatasetFiles()
    serveMyDataset(() =>
      buildMyDataset([
        buildMyDatasetVersion({ state: 'offline', published_at: publishedAt, offline_by: 'operator', reason: '收到投诉' }),
      ]),
    )
    renderWholeApp('/console/my-data-set/detail?id=set-own')
    await findPageTitle('鸢尾花')
    expect(screen.getByText('原因：收到投诉')).toBeInTheDocument()
    expect(screen.getByText(/由运营下线/)).toBeInTheDocument()
    expect(screen.queryByText('重新上线')).not.toBeInTheDocument()
  })
})
