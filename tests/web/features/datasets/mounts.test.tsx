import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { datasets } from '#contract/community.ts'
import { type InstanceDataset, instanceDatasets } from '#contract/instance-datasets.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/datasets/choice/PickDatasets.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import '#src/features/instances/mounts/ChangeMounts.tsx'
import '#src/features/instances/mounts/MountsPanel.tsx'
import { findQuotedPrice, getSummaryPanel, serveCatalogue } from '#tests/web/features/instances/create/shop.ts'
import { buildInstanceDetail, buildInstanceMounts, serveInstanceDetail } from '#tests/web/features/instances/rentals.ts'
import { buildDataset } from '#tests/web/site/community/entries.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildCollectedDataset, servePublicDatasets } from './world.ts'

afterEach(() => sessionStorage.clear())

const button = (word: string) => screen.getByText(word).closest('button') as HTMLButtonElement
const servePicking = () => {
  servePublicDatasets()
  mockCall(datasets.list, ({ query }) => {
    const found = [buildDataset(), buildDataset({ id: 'set-mnist', name: 'MNIST' })].filter(
      ({ name }) => !query.keyword || name.includes(query.keyword),
    )
    return { items: found, total: found.length }
  })
  mockCall(datasets.collected, () => ({ items: [buildCollectedDataset({ newest: null })], total: 1 }))
  mockCall(myDatasets.list, () => ({ items: [], total: 0 }))
}

describe('product §7 Data sets of a new instance', () => {
  it('begin with the one the address asks for, and go with the order', async () => {
    const shop = serveCatalogue()
    servePicking()
    await openApp('/create-instance?data_set_id=cifar')
    await waitFor(() => expect(getSummaryPanel()).toHaveTextContent('/datasets/cifar/python'))
    await findQuotedPrice()
    await waitFor(() => expect(shop.quoted.at(-1)?.data_set_version_ids).toEqual(['v1']))
    expect(window.location.search).not.toContain('data_set_id')
    await userEvent.click(screen.getByLabelText('移除 CIFAR-10'))
    await waitFor(() => expect(getSummaryPanel()).not.toHaveTextContent('/datasets/'))
  })

  it('are searched for and added', async () => {
    serveCatalogue()
    servePicking()
    await openApp('/create-instance')
    await screen.findByText('选择数据集')
    await userEvent.click(button('选择数据集'))
    await screen.findByText('MNIST')
    await userEvent.type(screen.getByLabelText('搜索数据集'), 'CIFAR{Enter}')
    await waitFor(() => expect(screen.queryByText('MNIST')).not.toBeInTheDocument())
    await userEvent.click(screen.getByLabelText('添加 CIFAR-10'))
    await userEvent.click(await screen.findByText('完成，已选 1 个'))
    await waitFor(() => expect(getSummaryPanel()).toHaveTextContent('/datasets/cifar/python'))
  })

  it('that are gone are said to be, and cannot be added', async () => {
    serveCatalogue()
    servePicking()
    for (const endpoint of [datasets.get, myDatasets.get])
      mockCall(endpoint, () => {
        throw new RefusedError('not_found')
      })
    await openApp('/create-instance?data_set_id=gone')
    await screen.findByText('要挂载的数据集已下线，可以另选一个')
    await userEvent.click(button('选择数据集'))
    await userEvent.click(await screen.findByText('我收藏的'))
    expect(await screen.findByLabelText('添加 手写数字')).toBeDisabled()
  })

  it('that the order cannot have are refused at the step', async () => {
    serveCatalogue({
      quote: () => {
        throw new RefusedError('data_set_not_mountable', {
          errors: { data_set_version_ids: ['所选数据集已下线或不能使用，请重新选择'] },
        })
      },
    })
    servePicking()
    await openApp('/create-instance?data_set_id=cifar')
    expect(await screen.findByText('所选数据集已下线或不能使用，请重新选择')).toBeInTheDocument()
  })
})

const mounted = (change: Partial<InstanceDataset> = {}): InstanceDataset => ({
  version_id: 'v1',
  data_set_id: 'cifar',
  name: 'CIFAR-10',
  slug: 'cifar',
  version: 'python',
  state: 'published',
  removed: false,
  own: false,
  size_bytes: 31_035_862,
  file_count: 2,
  mount_path: '/datasets/cifar/python',
  ...change,
})
const page = '/console/container-instance/detail/gpu-1'

describe('product §7 Data sets of an instance', () => {
  it('stand with their paths beside the file storage, and say what is no longer public', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    mockCall(instanceDatasets.get, () => buildInstanceMounts({ data_sets: [mounted({ state: 'offline' })], at_next_boot: true }))
    await openApp(page)
    const path = await screen.findByText('/datasets/cifar/python')
    expect(path.closest('li')).toHaveTextContent('已下线，取消后不能再选')
    expect(screen.getByText('/storage').closest('li')).toHaveTextContent('可读写')
    expect(screen.getByText(/下次开机时生效；本次运行里的挂载不变/)).toBeInTheDocument()
  })

  it('are changed for the next boot', async () => {
    let dataSetsNow = [mounted()]
    const sent: string[][] = []
    serveInstanceDetail(() => buildInstanceDetail())
    servePicking()
    mockCall(instanceDatasets.get, () => buildInstanceMounts({ data_sets: dataSetsNow }))
    mockCall(instanceDatasets.update, ({ body }) => {
      sent.push(body.version_ids)
      dataSetsNow = []
      return buildInstanceMounts({ at_next_boot: true })
    })
    await openApp(page)
    await userEvent.click((await screen.findByText('更改数据集')).closest('button') as HTMLElement)
    const dialog = (await screen.findByText(/正在运行的程序不受影响/)).closest('.ant-modal') as HTMLElement
    await userEvent.click(within(dialog).getByLabelText('移除 CIFAR-10'))
    await userEvent.click(within(dialog).getByText('保存').closest('button') as HTMLElement)
    await waitFor(() => expect(screen.queryByText('/datasets/cifar/python')).not.toBeInTheDocument())
    expect(sent).toEqual([[]])
  })

  it('are not offered where hosts cannot see the files', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    mockCall(instanceDatasets.get, () => buildInstanceMounts({ storage: null, mountable: false }))
    await openApp(page)
    await screen.findByText('这台实例所在的计算节点不能挂载数据集和文件存储。')
    expect(screen.queryByText('更改数据集')).not.toBeInTheDocument()
  })
})
