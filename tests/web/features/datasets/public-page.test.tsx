import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { datasets } from '#contract/community.ts'
import '#src/ui/file-tree/FileBrowser.tsx'
import '#src/ui/file-tree/requests.ts'
import '#src/site/community/DatasetDetailPage.tsx'
import '#src/site/community/DatasetReleasePage.tsx'
import '#src/site/community/dataset-release-progress.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildMyDataset, buildMyDatasetVersion, serveDatasetFiles, serveMyDataset, servePublicDatasets } from './world.ts'

const visitor = { user: null }
const open = async (query: string, world = {}) => {
  servePublicDatasets()
  const asked = serveDatasetFiles()
  renderWholeApp(`/community/data-set/detail?id=cifar${query}`, world)
  await findPageTitle('CIFAR-10')
  await screen.findByRole('navigation', { name: '文件清单' })
  return asked
}
const preview = (path: string) => screen.findByRole('region', { name: `预览 ${path}` })

describe('product §7 The page of a public data set', () => {
  it('says where it is mounted and leads to an instance with the version that is looked at', async () => {
    await open('')
    expect(screen.getByText('/datasets/cifar/python')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '创建实例并挂载' })).toHaveAttribute(
      'href',
      '/create-instance?data_set_id=cifar&data_set_version_id=v1',
    )
    expect(document.body).not.toHaveTextContent('尚未开放')
  })

  it('leads a visitor through the login there', async () => {
    await open('', visitor)
    const target = encodeURIComponent('/create-instance?data_set_id=cifar&data_set_version_id=v1')
    expect(screen.getByRole('link', { name: '创建实例并挂载' })).toHaveAttribute('href', `/home?type=login&url=${target}`)
  })
})

describe('product §7 The files of a data set', () => {
  it('are asked for one folder at a time, when it is opened, and once', async () => {
    const asked = await open('', visitor)
    const folder = await screen.findByRole('button', { name: /^batches\// })
    expect(asked).toEqual([''])
    await userEvent.click(folder)
    await screen.findByRole('button', { name: /readme\.txt/ })
    await userEvent.click(folder)
    expect(screen.queryByRole('button', { name: /readme\.txt/ })).not.toBeInTheDocument()
    await userEvent.click(folder)
    await screen.findByRole('button', { name: /readme\.txt/ })
    expect(asked).toEqual(['', 'batches'])
  })

  it('show a table as a table, whose cells are text', async () => {
    await open('', visitor)
    await userEvent.click(await screen.findByRole('button', { name: /iris\.csv/ }))
    const pane = await preview('iris.csv')
    expect(await within(pane).findByRole('cell', { name: '<script>alert(1)</script>' })).toBeInTheDocument()
    expect(within(pane).getByRole('columnheader', { name: 'note' })).toBeInTheDocument()
    expect(getAddress()).toBe('/community/data-set/detail?id=cifar&file=iris.csv')
  })

  it('open at the one the address names, in its folders, and say that there is more of it', async () => {
    const asked = await open(`&file=${encodeURIComponent('batches/deep/数据 1.txt')}`, visitor)
    const pane = await preview('batches/deep/数据 1.txt')
    expect(await within(pane).findByText('第一行')).toBeInTheDocument()
    expect(pane).toHaveTextContent('只显示开头，整个文件 2 MB')
    await screen.findByRole('button', { name: /数据 1\.txt/, pressed: true })
    expect(asked).toEqual(['', 'batches', 'batches/deep'])
  })

  it.each([
    ['cat.png', () => screen.findByRole('img', { name: 'cat.png' })],
    ['weights.bin', () => screen.findByText('二进制文件不能预览')],
    ['gone.txt', () => screen.findByText('文件预览失败')],
  ])('show %s as what it is', async (path, seen) => {
    await open(`&file=${path}`, visitor)
    await preview(path)
    expect(await seen()).toBeInTheDocument()
  })

  it('are downloaded by a short-lived address, by whoever is signed in', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href'))
    })
    const followed: (string | null)[] = []
    mockCall(datasets.file_ticket, ({ body }) => ({ url: `/ticket/${body.path}`, expires_at: '2026-11-22T00:00:00Z' }))
    await open('&file=iris.csv')
    await userEvent.click(await screen.findByRole('button', { name: '下载' }))
    await waitFor(() => expect(followed).toEqual(['/ticket/iris.csv']))
    clicked.mockRestore()
  })

  it('ask a visitor to sign in for a download, and come back to the file', async () => {
    await open('&file=iris.csv', visitor)
    const url = encodeURIComponent('/community/data-set/detail?id=cifar&file=iris.csv')
    expect(await screen.findByRole('link', { name: '登录后下载' })).toHaveAttribute('href', `/home?type=login&url=${url}`)
  })

  it('can be asked for again when they did not come', async () => {
    let answers = false
    servePublicDatasets()
    serveDatasetFiles()
    mockCall(datasets.file_list, () => {
      if (!answers) throw new RefusedError('unavailable')
      return { items: [], total: 0 }
    })
    renderWholeApp('/community/data-set/detail?id=again', visitor)
    await screen.findByText('文件清单加载失败')
    answers = true
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('没有文件')).toBeInTheDocument()
  })
})

describe('requirements §2 /community/data-set/release', () => {
  const storage = {
    region_id: 'north',
    region_name: '华北一区',
    used_bytes: 4600,
    file_count: 2,
    reserved_bytes: 0,
    quota_bytes: 21_474_836_480,
    mount_path: '/storage' as const,
    mountable: true,
    measured_at: null,
    bytes_by_type: {},
  }

  it('tells the signed-in person what they have, and leads into the form', async () => {
    mockCall(fileStorage.statistics, () => [storage])
    serveMyDataset(() => buildMyDataset([buildMyDatasetVersion({ state: 'refused', reason: '没有出处' })]))
    renderWholeApp('/community/data-set/release')
    await findPageTitle('发布数据集')
    expect(await screen.findByText('你有 2 个文件，共 4.5 KB')).toBeInTheDocument()
    expect(screen.getByText('1 个需要修改后重新提交')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '开始发布' })).toHaveAttribute('href', '/console/my-data-set/release-dataset')
    expect(document.body).not.toHaveTextContent('尚未开放')
  })

  it('stands without it when it does not come', async () => {
    mockCall(fileStorage.statistics, () => {
      throw new RefusedError('unavailable')
    })
    serveMyDataset(() => buildMyDataset())
    renderWholeApp('/community/data-set/release')
    await screen.findByText('没有加载到你的进度')
    expect(screen.getByRole('link', { name: '开始发布' })).toBeInTheDocument()
  })
})
