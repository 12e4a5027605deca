import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { type CreateDatasetForm, myDatasets } from '#contract/my-datasets.ts'
import '#src/features/datasets/datasets.resource.tsx'
import '#src/features/datasets/release/ReleaseDatasetPage.tsx'
import '#src/features/datasets/own/MyDatasetShow.tsx'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildMyDataset, buildMyDatasetVersion, serveDatasetFiles, serveMyDataset } from './world.ts'

const entry = (path: string, kind: 'file' | 'folder'): StorageEntry => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  kind,
  size_bytes: kind === 'file' ? 4551 : 0,
  changed_at: null,
  type: null,
})
const storage = (regionId: string, fileCount: number) => ({
  region_id: regionId,
  region_name: regionId === 'north' ? '华北一区' : '华东一区',
  used_bytes: 4600,
  file_count: fileCount,
  reserved_bytes: 0,
  quota_bytes: 21_474_836_480,
  mount_path: '/storage' as const,
  mountable: true,
  measured_at: null,
  bytes_by_type: {},
})
const folders: Readonly<Record<string, StorageEntry[]>> = {
  '': [entry('花', 'folder')],
  花: [entry('花/鸢尾 🌸', 'folder'), entry('花/清单.txt', 'file')],
  '花/鸢尾 🌸': [entry('花/鸢尾 🌸/iris.csv', 'file')],
}

function serveStorage() {
  mockCall(fileStorage.statistics, () => [storage('east', 0), storage('north', 2)])
  mockCall(fileStorage.list, ({ query }) => {
    const items = query.region_id === 'north' ? (folders[query.path] ?? []) : []
    return { items, total: items.length }
  })
}
const button = (word: string) => screen.getByText(word).closest('button') as HTMLButtonElement
const type = async (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const chooseFolder = async () => {
  await userEvent.click(await screen.findByText('花/'))
  await userEvent.click(await screen.findByText('鸢尾 🌸/'))
  await screen.findByText('花/鸢尾 🌸')
}

describe('requirements §2 /console/my-data-set/release-dataset', () => {
  it('hands in a folder of the file storage with all that is said of it', async () => {
    const sent: CreateDatasetForm[] = []
    serveStorage()
    serveDatasetFiles()
    serveMyDataset(() => buildMyDataset())
    mockCall(myDatasets.create, ({ body }) => {
      sent.push(body)
      return buildMyDataset()
    })
    renderWholeApp('/console/my-data-set/release-dataset')
    await findPageTitle('发布数据集')
    await chooseFolder()
    await type('名称', '鸢尾花')
    await type('简介', '三种鸢尾')
    await userEvent.click(screen.getByLabelText('类型'))
    await userEvent.click(await screen.findByTitle('表格'))
    await type('标签', '分类{Enter}')
    await type('英文短名', 'iris')
    await type('版本', '1.0')
    expect(screen.getByText('/datasets/iris/1.0')).toBeInTheDocument()
    await type('许可', 'CC-BY-4.0')
    await type('说明', '内容与出处')
    await userEvent.click(button('提交审核'))
    await waitFor(() => expect(getAddress()).toBe('/console/my-data-set/detail?id=set-own'))
    expect(sent).toEqual([
      {
        name: '鸢尾花',
        summary: '三种鸢尾',
        type_id: 'table',
        tags: ['分类'],
        slug: 'iris',
        version: '1.0',
        licence: 'CC-BY-4.0',
        readme: '内容与出处',
        source: { region_id: 'north', path: '花/鸢尾 🌸' },
      },
    ])
  })

  it('says at each field what is missing, and sends nothing', async () => {
    serveStorage()
    serveMyDataset(() => buildMyDataset())
    renderWholeApp('/console/my-data-set/release-dataset')
    await findPageTitle('发布数据集')
    await screen.findByText('花/')
    await userEvent.click(button('提交审核'))
    for (const fault of ['请选择文件存储里的文件夹', '请输入名称', '请选择类型', '请输入英文短名', '请输入版本'])
      expect(await screen.findByText(fault)).toBeInTheDocument()
  })

  it('opens a further version with the text of the newest, and shows a refusal at its field', async () => {
    serveStorage()
    serveMyDataset(() =>
      buildMyDataset([buildMyDatasetVersion({ state: 'published', published_at: '2026-11-20T04:00:00.000Z' })]),
    )
    mockCall(myDatasets.add_version, () => {
      throw new RefusedError('invalid', { errors: { version: ['这个版本已经存在，请换一个版本号'] } })
    })
    renderWholeApp('/console/my-data-set/release-dataset?id=set-own')
    await findPageTitle('发布「鸢尾花」的新版本')
    expect(screen.getByLabelText('说明')).toHaveValue('## 内容')
    expect(screen.getByLabelText('许可')).toHaveValue('CC-BY-4.0')
    expect(screen.queryByLabelText('英文短名')).not.toBeInTheDocument()
    await chooseFolder()
    await type('版本', '1.0')
    await userEvent.click(button('提交审核'))
    expect(await screen.findByText('这个版本已经存在，请换一个版本号')).toBeInTheDocument()
  })

  it('hands a refused version in again with the files that were copied, or others', async () => {
    const sent: unknown[] = []
    serveStorage()
    serveDatasetFiles()
    serveMyDataset(() => buildMyDataset([buildMyDatasetVersion({ state: 'refused', reason: '没有写出处' })]))
    mockCall(myDatasets.submit, ({ body }) => {
      sent.push(body)
      return buildMyDatasetVersion()
    })
    renderWholeApp('/console/my-data-set/release-dataset?id=set-own&version_id=version-1')
    await findPageTitle('重新提交「鸢尾花」1.0')
    expect(screen.getByText('上次的结果：没有写出处')).toBeInTheDocument()
    expect(screen.queryByText('还没有选择文件夹')).not.toBeInTheDocument()
    await type('说明', '，出处')
    await userEvent.click(button('提交审核'))
    await waitFor(() => expect(sent).toEqual([{ licence: 'CC-BY-4.0', readme: '## 内容，出处', source: null }]))
  })

  it('says when there is no such data set', async () => {
    serveStorage()
    mockCall(myDatasets.get, () => {
      throw new RefusedError('not_found')
    })
    renderWholeApp('/console/my-data-set/release-dataset?id=nowhere')
    expect(await screen.findByText('没有这个数据集')).toBeInTheDocument()
  })

  it('walks back up, and into another region', async () => {
    serveStorage()
    serveMyDataset(() => buildMyDataset())
    renderWholeApp('/console/my-data-set/release-dataset')
    await chooseFolder()
    const path = screen.getByLabelText('所在文件夹')
    await userEvent.click(within(path).getByText('最上层'))
    expect(await screen.findByText('还没有选择文件夹')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('combobox', { name: '地域' }))
    await userEvent.click(await screen.findByTitle('华东一区'))
    expect(await screen.findByText('这个地域还没有文件，请先上传一个文件夹。')).toBeInTheDocument()
  })
})
