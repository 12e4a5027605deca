import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { activities } from '#contract/activities.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import '#src/site/activity/ActivityDialog.tsx'
import type { ActivitySelection } from '#src/site/activity/activity-paths.ts'
import { useActivityPurchase } from '#src/site/activity/use-activity-purchase.tsx'
import { CurrentAddress } from '#tests/web/ui/header/CurrentAddress.tsx'
import { storeSignIn } from '#tests/web/ui/header/people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'
import { buildActivityInstance } from './fixtures.ts'

const week: ActivitySelection = { product_id: 'product-1', discount_type: 'week' }

function Buy({ wanted }: { wanted: ActivitySelection }) {
  const { buy, busy, dialog } = useActivityPurchase()
  return (
    <>
      <button type="button" disabled={busy} onClick={() => buy(wanted)}>
        参与
      </button>
      {dialog}
    </>
  )
}
const press = async (wanted = week) => {
  render(
    <MemoryRouter initialEntries={['/home']}>
      <Buy wanted={wanted} />
      <CurrentAddress />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: '参与' }))
}
const where = () => screen.getByLabelText('地址').textContent
const label = (status: boolean, whyNot: string | null = null) =>
  mockRawCall(activities.user_label, () =>
    toAcceptedResponse({ status, activity_id: status ? 'activity-1' : null, why_not: whyNot }),
  )
const available = (instances = [buildActivityInstance()], flag = true) =>
  mockRawCall(activities.instance_available, () => toAcceptedResponse({ available: flag, instances }))
const dialog = () => screen.findByRole('dialog', { name: '参与活动实例' })
const button = (name: string) => screen.getByRole('button', { name })
const createPath = '/create-instance?product_id=product-1&charge_rule=week&activity_id=activity-1'

afterEach(() => {
  session.clear()
  toast.clear()
})

describe('requirements §4 A logged-out user clicking buy', () => {
  it('gets the login dialog carrying the target url, and nothing is asked', async () => {
    await press({ ...week, activity_id: 'activity-1' })
    expect(where()).toBe(`/home?type=login&url=${encodeURIComponent(createPath)}`)
    expect(listRecordedCalls(activities.user_label)).toEqual([])
  })
})

describe('requirements §4 Activity purchase: an eligibility check is made', () => {
  it('and where its status is not true, leads directly to create-instance and says why', async () => {
    storeSignIn()
    label(false, '每人最多参与 1 次，你已经用完')
    await press({ ...week, activity_id: 'activity-1' })
    await waitFor(() => expect(where()).toBe('/create-instance?product_id=product-1&charge_rule=week'))
    expect(listRecordedCalls(activities.user_label)[0]!.url.search).toBe('?product_id=product-1&activity_id=activity-1')
    expect(listRecordedCalls(activities.instance_available)).toEqual([])
    expect(toast.get()).toMatchObject([{ kind: 'info', message: '每人最多参与 1 次，你已经用完' }])
  })

  it('and where it is true, the available instances are fetched and the dialog opens', async () => {
    storeSignIn()
    label(true)
    available()
    await press()
    expect(await within(await dialog()).findByRole('radio', { name: /微调/ })).not.toBeChecked()
    const { searchParams } = listRecordedCalls(activities.instance_available)[0]!.url
    expect(Object.fromEntries(searchParams)).toEqual({
      product_id: 'product-1',
      discount_type: 'week',
      activity_id: 'activity-1',
    })
    expect(where()).toBe('/home')
  })

  it('and where it fails, stays and says so', async () => {
    storeSignIn()
    mockRawCall(activities.user_label, () => toRefusedResponse('too_many_requests'))
    await press()
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'error', message: '请求过于频繁，请稍后再试' }]))
    expect(where()).toBe('/home')
    expect(button('参与')).toBeEnabled()
  })
})

describe('requirements §4 Dialog 参与活动实例', () => {
  const open = async (...rows: Parameters<typeof available>) => {
    storeSignIn()
    label(true)
    available(...rows)
    await press()
    return dialog()
  }

  it('shows each instance by name, status, image, flavor, charge rule and auto stop time', async () => {
    const shown = await open([
      buildActivityInstance({ auto_stop_time: '2026-11-22T06:00:00Z' }),
      buildActivityInstance({ instance_name: 'gpu-2', nick_name: '推理', status: 7, charge_rule: 'day' }),
    ])
    const rows = (await within(shown).findAllByRole('row')).slice(1)
    expect(rows[0]).toHaveTextContent(
      /微调gpu-1运行中PyTorch 2.6RTX 4090 × 228 核 x86_64 · 120 GB · 数据盘 200 GB按量计费.*14:00/,
    )
    expect(rows[1]).toHaveTextContent(/推理gpu-2已关机.*包日未设置/)
  })

  it("'create new instance' goes to create-instance", async () => {
    await open()
    await userEvent.click(button('创建新实例'))
    expect(where()).toBe(createPath)
  })

  it('cancel closes', async () => {
    const shown = await open()
    await userEvent.click(button('取消'))
    expect(shown).not.toBeInTheDocument()
    expect(where()).toBe('/home')
  })

  it('confirm is enabled only when an instance is selected, which the keyboard can do', async () => {
    const shown = await open([buildActivityInstance(), buildActivityInstance({ instance_name: 'gpu-2', nick_name: '推理' })])
    const radio = await within(shown).findByRole('radio', { name: /微调/ })
    expect(button('确定')).toBeDisabled()
    radio.focus()
    await userEvent.keyboard(' ')
    expect(radio).toBeChecked()
    expect(button('确定')).toBeEnabled()
    await userEvent.keyboard('{ArrowDown}')
    expect(within(shown).getByRole('radio', { name: /推理/ })).toBeChecked()
  })

  it('confirm goes to already-instance with gpu type and instance name if the available flag is set', async () => {
    const shown = await open()
    await userEvent.click(await within(shown).findByRole('radio', { name: /微调/ }))
    await userEvent.click(button('确定'))
    expect(where()).toBe('/already-instance?gpu_type=RTX%204090&instance_name=gpu-1&activity_id=activity-1')
  })

  it('confirm goes to create-instance otherwise', async () => {
    const shown = await open([buildActivityInstance()], false)
    await userEvent.click(await within(shown).findByRole('radio', { name: /微调/ }))
    expect(shown).toHaveTextContent('这个活动只用于新建的实例。')
    await userEvent.click(button('确定'))
    expect(where()).toBe(createPath)
  })

  it('teaches the next step where there is no instance', async () => {
    const shown = await open([])
    expect(await within(shown).findByText('没有可以参与的实例')).toBeVisible()
    expect(button('确定')).toBeDisabled()
    expect(button('创建新实例')).toBeEnabled()
  })

  it('says that the instances could not be loaded, and loads them when asked again', async () => {
    storeSignIn()
    label(true)
    mockRawCall(activities.instance_available, () => toRefusedResponse('internal'))
    await press()
    const shown = await dialog()
    const retry = await within(shown).findByRole('button', { name: '重试' })
    expect(shown).toHaveTextContent('实例没有加载出来')
    available()
    await userEvent.click(retry)
    expect(await within(shown).findByRole('radio', { name: /微调/ })).toBeVisible()
  })
})
