import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceActions } from '#contract/instance-actions.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/admin/actions/MoreMenu.tsx'
import '#src/features/instances/instances.resource.tsx'
import { actionDialogs } from '#src/features/instances/actions/action-dialogs.tsx'
import { formatActionEffect } from '#src/features/instances/actions/power-actions.ts'
import { toast } from '#src/ui/toast.ts'
import { buildProduct, buildQuote } from '#tests/web/features/instances/create/shop.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { chooseInstanceAction } from './choose-action.ts'
import { buildInstance, serveInstances } from './rentals.ts'

const stopped = (change: Partial<Instance> = {}) => buildInstance({ status: 7, reason: 'manual', stopped_at: null, ...change })

async function open(row: Instance, label: string) {
  serveInstances([row])
  await openApp('/console/container-instance', { user: buildUser() })
  return chooseInstanceAction(row, label)
}
/** While it opens a dialog is not accessible yet; its words are there. */
const buttonOf = (dialog: HTMLElement, label: string | RegExp) => within(dialog).getByText(label, { selector: 'button *' })
const press = (dialog: HTMLElement, label: string) => userEvent.click(buttonOf(dialog, label))

beforeEach(() => {
  mockCall(wallet.get, () => buildWallet())
  mockCall(queue.list, () => ({ items: [], total: 0 }))
  mockCall(instances.migration, () => ({ possible: true, why_not: null, hosts: [{ host_id: 'host-2', gpu_free: 4 }] }))
  mockCall(instances.image_quote, () => ({ price_hour: '4.605', new_price_hour: '4.605', image_price_hour: '0.00' }))
  mockCall(instances.resize_quote, ({ body }) => ({
    price_hour: '4.605',
    new_price_hour: body.data_disk > 200 ? '4.62' : '4.605',
  }))
  mockCall(products.get, () => buildProduct())
  mockCall(products.images, () => [])
  mockCall(privateImages.list, () => ({ items: [], total: 0 }))
  mockCall(privateImages.shared_list, () => ({ items: [], total: 0 }))
  mockCall(orders.quote, () => buildQuote())
})

describe('product §4 Before long work, one sentence says what happens to data and money', () => {
  it('has a dialog for every action that is asked first', () => {
    // On pages of their own, which quote before the click.
    const quoted = ['renew', 'lift', 'convert_bill', 'coupon_config']
    const harmless = ['rename', 'terminal', 'reset_password', ...quoted]
    expect(Object.keys(actionDialogs).sort()).toEqual(
      Object.keys(instanceActions)
        .filter((name) => !harmless.includes(name))
        .sort(),
    )
  })

  it.each(['start_without_gpu', 'save_image', 'change_image', 'clone', 'resize_disk', 'migrate'] as const)(
    'says the effect of %s',
    async (action) => {
      const { label } = instanceActions[action]
      expect(await open(stopped(), label)).toHaveTextContent(formatActionEffect(action, [stopped()]))
    },
  )
})

describe('product §4 Saving an image', () => {
  it('asks for a name, sends it once, and says at the field that it is taken', async () => {
    const sent: unknown[] = []
    mockCall(instances.save_image, ({ body }) => {
      sent.push(body)
      if (sent.length === 1)
        throw new RefusedError('image_name_taken', { errors: { name: [resultCodes.image_name_taken.message] } })
      return stopped({ status: 31, task: { kind: 'save_image', percent: 0, started_at: new Date().toISOString() } })
    })
    const dialog = await open(stopped(), '保存镜像')
    await press(dialog, '保存镜像')
    expect(await within(dialog).findByText('请输入镜像名称')).toBeInTheDocument()
    await userEvent.type(within(dialog).getByLabelText('镜像名称'), '环境')
    await press(dialog, '保存镜像')
    expect(await within(dialog).findByText(resultCodes.image_name_taken.message)).toBeInTheDocument()
    await userEvent.type(within(dialog).getByLabelText('镜像名称'), '二')
    await press(dialog, '保存镜像')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toEqual([
      { name: '环境', version: 'v1' },
      { name: '环境二', version: 'v1' },
    ])
    expect(toast.get().at(-1)?.message).toBe('正在保存镜像')
  })
})

describe('product §4 A larger data disk', () => {
  it('shows the price before, and sends the price that was shown', async () => {
    const sent: unknown[] = []
    mockCall(instances.resize_disk, ({ body }) => {
      sent.push(body)
      return stopped()
    })
    const dialog = await open(stopped(), '扩容数据盘')
    expect(await within(dialog).findByText('¥4.62')).toBeInTheDocument()
    expect(dialog).toHaveTextContent('200 GB → 250 GB')
    await press(dialog, '扩容数据盘')
    await waitFor(() => expect(sent).toEqual([{ data_disk: 250, new_price_hour: '4.62' }]))
  })

  it('of a package says why not, and cannot be pressed', async () => {
    mockCall(instances.resize_quote, () => {
      throw new RefusedError('package_disk')
    })
    const dialog = await open(stopped({ charge_rule: 'day' }), '扩容数据盘')
    expect(await within(dialog).findByText(resultCodes.package_disk.message)).toBeInTheDocument()
    expect(buttonOf(dialog, /扩容数据盘|重试/).closest('button')).toBeDisabled()
  })
})

describe('product §4 Migration', () => {
  it('that is not possible says why and cannot be pressed', async () => {
    mockCall(instances.migration, () => ({ possible: false, why_not: resultCodes.compute_unsupported.message, hosts: [] }))
    const dialog = await open(stopped(), '迁移')
    expect(await within(dialog).findByText(resultCodes.compute_unsupported.message)).toBeInTheDocument()
    expect(buttonOf(dialog, '迁移').closest('button')).toBeDisabled()
  })
})
